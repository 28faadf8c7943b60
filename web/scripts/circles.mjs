// No file of the application or the kit imports itself by way of others, be it for a type or later: each can be read from
// its imports downwards.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const ROOT = new URL('..', import.meta.url).pathname;

const imports = new Map();
for (const folder of ['app/src', 'packages/cliente/src', 'packages/react/src'])
  for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
    const file = join(ROOT, folder, name);
    if (/\.tsx?$/.test(name)) imports.set(file, importsOf(file, await readFile(file, 'utf8')));
  }

function importsOf(file, text) {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.')).map((name) => {
    const path = join(dirname(file), name.replace(/\.js$/, ''));
    return [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find((one) => /\.\w+$/.test(one) && existsSync(one));
  }).filter(Boolean);
}

const done = new Set();
const circles = [];
for (const file of imports.keys()) walk(file, []);

function walk(file, way) {
  if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file]);
  if (way.includes(file) || done.has(file)) return;
  for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
  done.add(file);
}

for (const circle of circles) console.error(`A circle of imports: ${circle.map((file) => relative(ROOT, file)).join(' → ')}`);
if (circles.length > 0) process.exit(1);
