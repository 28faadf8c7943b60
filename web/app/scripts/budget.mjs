// What a person waits for before the first page is there: the entry, what it imports, and their styles, as gzip. A file
// that is imported later (pdf.js, the other language) is not part of it.
import { readFile, stat } from 'node:fs/promises';

const BUDGET = 217 * 1024;
const DIST = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('manifest.json', DIST), 'utf8'));

const files = new Set();
const chunks = new Set();
function take(name) {
  if (chunks.has(name)) return;
  chunks.add(name);
  const chunk = manifest[name];
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const other of chunk.imports ?? []) take(other);
}
for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) take(name);

let sum = 0;
for (const file of files) sum += (await stat(new URL(`${file}.gz`, DIST))).size;
console.log(`app: first load ${sum} bytes gzip of ${BUDGET}, in ${files.size} files`);
if (sum > BUDGET) {
  console.error('The first load is over its budget: import later what the first page does not need.');
  process.exit(1);
}
