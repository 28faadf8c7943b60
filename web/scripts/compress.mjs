// node compress.mjs PAGE — writes FILE.br and FILE.gz beside every text file of PAGE/dist/, so that the server never
// compresses at run time. The assets stay in these two forms only: the program holds each byte of them, and whoever
// takes neither form is served from the second (web/pages.go).
import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const PAGE = process.argv[2];
const DIST = new URL(`../${PAGE}/dist/`, import.meta.url);
const TEXTO = /\.(html|js|mjs|css|svg|md|ttf|wasm)$/;
const brotli = promisify(zlib.brotliCompress); // default quality is the best one, 11
const gzip = promisify(zlib.gzip);

async function comprimir(nombre) {
  const datos = await readFile(new URL(nombre, DIST));
  const [br, gz] = await Promise.all([brotli(datos), gzip(datos, { level: 9 })]);
  await writeFile(new URL(`${nombre}.br`, DIST), br);
  await writeFile(new URL(`${nombre}.gz`, DIST), gz);
  if (nombre.startsWith('assets/')) await unlink(new URL(nombre, DIST));
  return [datos.length, br.length, gz.length];
}

const nombres = (await readdir(DIST, { recursive: true })).filter((nombre) => TEXTO.test(nombre));
const medidas = await Promise.all(nombres.map(comprimir));
const [raw, br, gz] = [0, 1, 2].map((i) => Math.round(medidas.reduce((suma, medida) => suma + medida[i], 0) / 1000));
console.log(`${PAGE}: ${nombres.length} files, ${raw} kB raw, ${br} kB br, ${gz} kB gz`);
