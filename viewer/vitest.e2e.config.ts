import { defineConfig } from 'vitest/config';

// In headless Chromium against the built program: one after the other, so that figures mean something.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
