import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { licences } from '../scripts/licences.mjs';

const kit = (path: string) => new URL(`../packages/${path}`, import.meta.url).pathname;
const server = process.env['CARPETA_URL'] ?? 'http://127.0.0.1:8080';

const PDFJS = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
/** pdf.js asks for its decoders by these names: the version in their folder's name is what keeps an old one from being used. */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'];
const DECODERS_AT = `assets/pdfjs-${JSON.parse(readFileSync(PDFJS, 'utf8')).version}/`;

/** They are of PDFium and OpenJPEG, translated by Mozilla. */
const LICENCES = licences({
  parts: [
    { file: 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js', licence: 'BSD-3-Clause AND Apache-2.0', texts: ['wasm/LICENSE_JBIG2', 'wasm/LICENSE_PDFJS_JBIG2'] },
    { file: 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js', licence: 'BSD-2-Clause', texts: ['wasm/LICENSE_OPENJPEG', 'wasm/LICENSE_PDFJS_OPENJPEG'] },
  ],
});

/** The decoders for the pictures of scans, beside the program that asks for them. */
function decoders(): Plugin {
  const at = (name: string) => join(dirname(PDFJS), 'wasm', name);
  return {
    name: 'pdf-decoders',
    config: (_, { command }) => ({
      define: { PDF_DECODERS: JSON.stringify(command === 'serve' ? `/app/@fs${dirname(PDFJS)}/wasm/` : `/app/${DECODERS_AT}`) },
    }),
    generateBundle() {
      for (const name of DECODERS) this.emitFile({ type: 'asset', fileName: DECODERS_AT + name, originalFileName: at(name), source: readFileSync(at(name), 'utf8') });
    },
  };
}

export default defineConfig({
  base: '/app/',
  plugins: [react(), decoders(), locales.vite({ locales: ['es-ES', 'en-US'] }), LICENCES.page], // React Aria brings 34 languages along
  worker: { format: 'es', plugins: () => [LICENCES.worker()] },
  resolve: {
    dedupe: ['@apollo/client', 'graphql', 'react', 'react-dom', 'rxjs'],
    // The kit as it is written: a change of it is seen at once, and only what is used comes along.
    alias: [
      { find: /^@carpeta-ciudadana\/cliente$/, replacement: kit('cliente/src/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/apollo$/, replacement: kit('cliente/src/apollo/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/operaciones$/, replacement: kit('cliente/src/generado/graphql.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/interno$/, replacement: kit('cliente/src/apollo/interno.ts') },
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
