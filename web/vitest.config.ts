import { transformAsync } from '@babel/core';
import { defineConfig, type Plugin } from 'vitest/config';

const at = (path: string) => new URL(path, import.meta.url).pathname;

/** Relay's own plugin puts what relay-compiler made in the place of graphql`…`. */
const relay: Plugin = {
  name: 'relay',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.startsWith(at('ejemplos/relay/')) || !code.includes('graphql`')) return;
    const plugins = [['relay', { artifactDirectory: at('ejemplos/relay/generado'), eagerEsModules: true }]];
    const made = await transformAsync(code, { filename: id, plugins, parserOpts: { plugins: ['typescript', 'jsx'] }, babelrc: false, configFile: false });
    return made?.code ?? undefined;
  },
};

export default defineConfig({
  plugins: [relay],
  test: {
    projects: [
      { extends: true, test: { name: 'cliente', include: ['packages/cliente/test/*.test.ts'], environment: 'node' } },
      { extends: true, test: { name: 'react', include: ['packages/react/test/*.test.tsx'], environment: 'jsdom' } },
      { extends: true, test: { name: 'app', include: ['app/test/*.test.ts'], environment: 'node' } },
      { extends: true, test: { name: 'consola', include: ['app/test/*.test.tsx'], environment: 'jsdom' } },
      { extends: true, test: { name: 'ejemplos', include: ['ejemplos/relay/*.test.tsx'], environment: 'jsdom' } },
      // The kit takes React from 18.3 on. Its hooks are tested on that one too, and what stands between them shares it; not the
      // two files that take longest, which are about what is below the hooks, and not <Activity>, which came with React 19.2.
      {
        extends: true,
        test: {
          name: 'react-18',
          include: ['packages/react/test/*.test.tsx'],
          exclude: ['**/{miles,subida,escondida}.test.tsx'],
          environment: 'jsdom',
          env: { REACT: '18.3' },
          server: { deps: { inline: [/@testing-library\/react/, /@apollo\/client/] } },
        },
        resolve: {
          alias: [
            { find: /^(react|react-dom)(?=\/|$)/, replacement: at('test/react-18/node_modules/$1') },
            { find: '@testing-library/react', replacement: at('node_modules/@testing-library/react/dist/@testing-library/react.esm.js') },
          ],
        },
      },
      // The kit takes two releases of Relay. What is tested with the newer one runs on the older one too.
      {
        extends: true,
        test: { name: 'relay-20', include: ['packages/cliente/test/relay.test.ts', 'ejemplos/relay/*.test.tsx'], environment: 'jsdom' },
        resolve: {
          alias: [
            { find: 'relay-runtime', replacement: at('node_modules/react-relay-20/node_modules/relay-runtime') },
            { find: 'react-relay', replacement: at('node_modules/react-relay-20') },
          ],
        },
      },
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
      { find: /^@carpeta-ciudadana\/cliente\/operaciones$/, replacement: at('packages/cliente/src/generado/graphql.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/(apollo|msw|relay)$/, replacement: at('packages/cliente/src/$1/index.ts') },
      { find: /^@carpeta-ciudadana\/cliente\/interno$/, replacement: at('packages/cliente/src/apollo/interno.ts') },
      { find: /^@carpeta-ciudadana\/react$/, replacement: at('packages/react/src/index.ts') },
    ],
  },
});
