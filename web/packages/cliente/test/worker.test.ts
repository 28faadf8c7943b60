import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANG } from '../../../test/patience.js';

const HASHER = new URL('../src/subida/hasher.ts', import.meta.url).pathname;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
const MIB = 2 ** 20;

const PAGE = `
import { hashFile } from '${HASHER}';
window.hash = async (mebibytes) => {
  let told = 0;
  const hash = await hashFile(new Blob([new Uint8Array(mebibytes * ${MIB}).fill(7)]), { onProgress: () => told++ });
  return { hash, told };
};`;

describe('hashing in a real browser, under a strict content policy', () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let withoutWorkers = false;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carpeta-worker-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>');
    writeFileSync(join(folder, 'page.js'), PAGE);
    await build({ root: folder, logLevel: 'error', configFile: false, build: { outDir: 'dist', assetsInlineLimit: 0 }, worker: { format: 'es' } });
    server = createServer((request, response) => {
      if (withoutWorkers && request.url?.includes('worker')) return void response.writeHead(404).end();
      const file = join(folder, 'dist', request.url === '/' ? 'index.html' : (request.url as string));
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain', 'Content-Security-Policy': "default-src 'self'" }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'], timeout: 0 });
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openPage() {
    const page = await browser.newPage();
    page.setDefaultTimeout(HANG);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('console', (message) => failures.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as { port: number }).port}/`);
    return { page, failures };
  }

  it('is done on the page when the worker does not come: another version of the page is at the server by now', async () => {
    const { page } = await openPage();
    withoutWorkers = true;
    const { hash, told } = await page.evaluate<{ hash: string; told: number }>('hash(3)');
    withoutWorkers = false;
    expect(hash).toBe(createHash('sha256').update(Buffer.alloc(3 * MIB, 7)).digest('hex'));
    expect(told).toBe(3);
  });

  it('is done by a worker, with progress', async () => {
    const { page, failures } = await openPage();
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    const { hash, told } = await page.evaluate<{ hash: string; told: number }>('hash(64)');
    expect(hash).toBe(createHash('sha256').update(Buffer.alloc(64 * MIB, 7)).digest('hex'));
    expect(told).toBe(64);
    expect(workers).toHaveLength(1);
    expect(failures.filter((text) => !text.includes('favicon') && !text.includes('404'))).toEqual([]);
  });
});
