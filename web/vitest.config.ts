import { defineConfig } from 'vitest/config';

const at = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'cliente', include: ['packages/cliente/test/*.test.ts'], environment: 'node' } },
      { extends: true, test: { name: 'react', include: ['packages/react/test/*.test.tsx'], environment: 'jsdom' } },
    ],
    env: { CARPETA_BIN: process.env['CARPETA_BIN'] ?? at('../bin/carpeta') },
    setupFiles: ['test/setup.ts'],
    testTimeout: 600_000, // only a test that hangs takes as long
    hookTimeout: 600_000,
    maxWorkers: 2,
    isolate: false, // a worker that a busy machine starts too slowly is given up: two are started, and not one for each file
    disableConsoleIntercept: true,
  },
  resolve: {
    dedupe: ['@apollo/client', 'graphql', 'react', 'rxjs'],
    // The packages as they are written, not as they were built last.
    alias: [
      { find: /^@carpeta-ciudadana\/cliente$/, replacement: at('packages/cliente/src/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/apollo$/, replacement: at('packages/cliente/src/apollo/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/operaciones$/, replacement: at('packages/cliente/src/generado/graphql.ts') },
    ],
  },
});
