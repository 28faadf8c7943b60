// What the client kit adds to a page, without what it stands on (React, Apollo Client, graphql, rxjs): built as it is
// installed, minified, as gzip. Each row is what one page imports; a page gets nothing that it does not use. What comes
// only when it is needed (sockets, once something is followed; event streams, where none gets through) is told beside it.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const STANDS_ON = /^(react|react-dom|@apollo\/client|graphql|rxjs)(\/|$)/;
const CLIENTE = '@carpeta-ciudadana/cliente';

/** `without`: what this page must not get, by a part of a module's address. */
const PAGES = [
  { names: ['toFalla', 'createSession'], from: CLIENTE, limit: 1_600, without: /graphql-ws|graphql-sse|noble|apollo/ },
  { names: ['subir'], from: CLIENTE, limit: 7_200, without: /graphql-ws|graphql-sse|apollo/ },
  { names: ['createFollower'], from: CLIENTE, limit: 3_700, without: /noble|apollo/ },
  { names: ['createCarpetaClient'], from: `${CLIENTE}/apollo`, limit: 8_200, without: /noble|\/subida\/(?!handles)/ },
  { names: ['useDocumentos'], from: '@carpeta-ciudadana/react', limit: 4_650, without: /graphql-ws|graphql-sse|noble|\/subida\// },
  { names: ['*'], from: '@carpeta-ciudadana/react', limit: 27_000, without: /graphql-ws|graphql-sse/ },
];

let bad = false;
for (const { names, from, limit, without } of PAGES) {
  const { bytes, later, modules } = await sizeOf(names, from);
  const unwanted = modules.filter((id) => without.test(id));
  bad ||= bytes > limit || unwanted.length > 0;
  console.log(`${names.join(', ')} of ${from}: ${bytes} bytes gzip of ${limit}${later ? `, and ${later} when they are needed` : ''}`);
  for (const id of unwanted) console.error(`  it brings ${id} along`);
}
if (bad) {
  console.error('A page gets more of the kit than it may.');
  process.exit(1);
}

async function sizeOf(names, from) {
  const page = names[0] === '*' ? `export * from '${from}'` : `export { ${names.join(', ')} } from '${from}'`;
  const entry = { name: 'page', resolveId: (id) => (id === 'page' ? '\0page' : null), load: (id) => (id === '\0page' ? page : null) };
  const { output } = await build({
    root: new URL('..', import.meta.url).pathname,
    configFile: false,
    logLevel: 'error',
    plugins: [entry],
    worker: { format: 'es' },
    build: { write: false, assetsInlineLimit: 0, rollupOptions: { input: 'page', external: STANDS_ON, preserveEntrySignatures: 'strict' } },
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const atOnce = new Set();
  const take = (chunk) => {
    if (!chunk || atOnce.has(chunk)) return;
    atOnce.add(chunk);
    for (const file of chunk.imports) take(chunks.find(({ fileName }) => fileName === file));
  };
  take(chunks.find(({ isEntry }) => isEntry));
  const weight = (some) => some.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
  const bytes = weight([...atOnce]);
  const later = weight(chunks.filter((chunk) => !atOnce.has(chunk)));
  // A module that is empty after shaking is listed without code.
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules).filter(([, m]) => m.renderedLength > 0).map(([id]) => id));
  return { bytes, later, modules };
}
