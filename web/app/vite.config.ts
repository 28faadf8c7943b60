import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const kit = (path: string) => new URL(`../packages/${path}`, import.meta.url).pathname;
const server = process.env['CARPETA_URL'] ?? 'http://127.0.0.1:8080';

const PDFJS = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
/** pdf.js asks for its decoders by these names: the version in their folder's name is what keeps an old one from being used. */
const DECODERS = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'];
const DECODERS_AT = `assets/pdfjs-${JSON.parse(readFileSync(PDFJS, 'utf8')).version}/`;

/** The decoders for the pictures of scans, beside the program that asks for them, and their licences. */
function decoders(): Plugin {
  const read = (name: string) => readFileSync(join(dirname(PDFJS), 'wasm', name), 'utf8');
  return {
    name: 'pdf-decoders',
    config: (_, { command }) => ({
      define: { PDF_DECODERS: JSON.stringify(command === 'serve' ? `/app/@fs${dirname(PDFJS)}/wasm/` : `/app/${DECODERS_AT}`) },
    }),
    generateBundle() {
      for (const name of DECODERS) this.emitFile({ type: 'asset', fileName: DECODERS_AT + name, source: read(name) });
    },
    writeBundle: {
      order: 'post',
      handler({ dir }) {
        for (const name of ['JBIG2', 'PDFJS_JBIG2', 'OPENJPEG', 'PDFJS_OPENJPEG']) {
          appendFileSync(join(dir as string, 'licencias.md'), `\n## pdfjs-dist/wasm, LICENSE_${name}\n\n${read(`LICENSE_${name}`)}\n`);
        }
      },
    },
  };
}

export default defineConfig({
  base: '/app/',
  plugins: [react(), decoders(), locales.vite({ locales: ['es-ES', 'en-US'] })], // React Aria brings 34 languages along
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
