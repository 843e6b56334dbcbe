import { defineConfig } from 'vitest/config';

// Pages with the engine inside, opened from disk in headless Chromium: needs `make playground`.
export default defineConfig({
  test: {
    include: ['playground/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
