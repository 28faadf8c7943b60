import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Nothing becomes a data: URL: the page's CSP allows fonts and workers from 'self' only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Monaco is one chunk of some 2.5 MB, loaded after the page's frame.
    chunkSizeWarningLimit: 4000,
    license: { fileName: 'licencias.md' },
    rolldownOptions: {
      // "use no memo" means something to React's compiler only; 20 screens of warnings say so.
      onLog: (nivel, log, porDefecto) => log.code === 'MODULE_LEVEL_DIRECTIVE' || porDefecto(nivel, log),
    },
  },
  server: { proxy: { '/graphql': { target: 'http://127.0.0.1:8080', ws: true }, '/config.json': 'http://127.0.0.1:8080' } },
});
