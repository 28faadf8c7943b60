import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const kit = (path: string) => new URL(`../packages/${path}`, import.meta.url).pathname;
const server = process.env['CARPETA_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/app/',
  plugins: [react(), locales.vite({ locales: ['es-ES', 'en-US'] })], // React Aria brings 34 languages along
  worker: { format: 'es' },
  resolve: {
    dedupe: ['@apollo/client', 'graphql', 'react', 'react-dom', 'rxjs'],
    // The kit as it is written: a change of it is seen at once, and only what is used comes along.
    alias: [
      { find: /^@carpeta-ciudadana\/cliente$/, replacement: kit('cliente/src/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/apollo$/, replacement: kit('cliente/src/apollo/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/operaciones$/, replacement: kit('cliente/src/generado/graphql.ts') },
      { find: /^@carpeta-ciudadana\/react$/, replacement: kit('react/src/index.ts') },
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // nothing becomes a data: URL: the page's policy allows none
    modulePreload: { polyfill: false },
    license: { fileName: 'licencias.md' },
    manifest: 'manifest.json', // for the budget, which is the limit
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { '/graphql': { target: server, ws: true }, '/objetos': server, '/config.json': server } },
});
