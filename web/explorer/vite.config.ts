import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from '../scripts/licences.mjs';

const LICENCES = licences({
  parts: [{
    file: 'monaco-editor/esm/vs/base/browser/ui/codicons/codicon/codicon.ttf', licence: 'CC-BY-4.0',
    text: 'Codicons, (c) Microsoft Corporation, https://github.com/microsoft/vscode-codicons, are used unchanged under the\n'
      + 'Creative Commons Attribution 4.0 International Public License: https://creativecommons.org/licenses/by/4.0/legalcode',
  }],
  notices: ['monaco-editor/ThirdPartyNotices.txt'],
});

export default defineConfig({
  plugins: [react(), LICENCES.page],
  worker: { format: 'es', plugins: () => [LICENCES.worker()] },
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
