import { defineConfig } from 'vite';

// One script, everything inside it: the program wraps it into a page.
export default defineConfig({
  build: {
    target: 'es2022',
    outDir: process.env.ISOCLOTH_VIEWER_OUT ?? 'dist',
    emptyOutDir: false,
    lib: { entry: 'src/main.ts', formats: ['iife'], name: 'isoclothViewer', fileName: () => 'isocloth-viewer.js' },
  },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
} as Parameters<typeof defineConfig>[0]);
