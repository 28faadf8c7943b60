import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { parse, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Server } from '../../../test/server.js';

const WEB = new URL('../../../', import.meta.url).pathname;

/** What an application writes: it is checked by tsc, and run. */
const APPLICATION = `
import { createFollower, createSession, TIMING, type DateTime, type UUID } from '@carpeta-ciudadana/cliente';
import { createCarpetaClient } from '@carpeta-ciudadana/cliente/apollo';
import { codegen } from '@carpeta-ciudadana/cliente/codegen';
import { DocumentosDocument, NovedadesDocument, type FilaDeDocumentoFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { useDocumentos, useEliminarDocumento, useNovedades, useProgresoEliminacion } from '@carpeta-ciudadana/react';

// @ts-expect-error: what the hooks alone need is not for applications
export type Inner = typeof import('@carpeta-ciudadana/cliente/apollo').putIntoBin;
for (const name of ['cliente', 'react']) import.meta.resolve(\`@carpeta-ciudadana/\${name}/package.json\`); // tools read it

const hooks = [useDocumentos, useEliminarDocumento, useNovedades, useProgresoEliminacion, createFollower, createSession];
if (!hooks.every((one) => typeof one === 'function') || TIMING.keepAlive <= 0) throw new Error('an export is missing');
if (!codegen({ documents: 'd', output: 'o/' }).generates['o/']) throw new Error('no configuration');

const [url, token] = process.argv.slice(2) as [string, string];
const { apollo, close } = createCarpetaClient({ url, token: () => token });
const { data } = await apollo.query({ query: DocumentosDocument, variables: { first: 3, orden: { campo: 'TITULO', direccion: 'ASC' } } });
const rows: FilaDeDocumentoFragment[] = data!.miCarpeta!.documentos!.edges.map(({ node }) => node);
// @ts-expect-error: a number is no title
rows[0]!.titulo satisfies number;
const id: UUID = rows[0]!.documentoId;
const moment: DateTime = rows[0]!.fechaRecepcion;
const texts: string[] = [id, moment, id.slice(0, 8)];
// @ts-expect-error: a moment is no identifier
moment satisfies UUID;
// @ts-expect-error: and an identifier no moment
id satisfies DateTime;
if (texts.some((text) => text.length === 0) || Number.isNaN(Date.parse(moment))) throw new Error('a scalar is empty');
// Node 20 has no sockets: news come by event stream.
const { carpetaId } = data!.miCarpeta!;
const subscription = apollo.subscribe({ query: NovedadesDocument, variables: { carpetaId } }).subscribe((news) => {
  console.log(rows.length, news.data?.novedadesDeCarpeta.tipo);
  subscription.unsubscribe();
  close();
});
`;

/** Operations of the application's own. */
const OPERATIONS = `
query Propias($cuantos: Int) {
  miCarpeta { id totalDocumentosAproximado documentos(first: $cuantos) { nodes { ...Propia @unmask } } }
}
fragment Propia on Documento { id documentoId fechaRecepcion tamanoBytes }
query Atrasadas($operadorId: ID, $hace: Duracion) { eliminaciones(operadorId: $operadorId, filtro: { masAntiguaQue: $hace }) { nodes { eventoId } } }
subscription Avance($id: ID!) { eliminacion(eventoId: $id) { eventoId estado } }
`;

const CONFIGURATION = `
import { codegen } from '@carpeta-ciudadana/cliente/codegen';
import type { CodegenConfig } from '@graphql-codegen/cli';

export default codegen({ documents: 'propias.graphql', output: 'generado/' }) satisfies CodegenConfig;
`;

/** What the application does with what is generated: it is checked by tsc. */
const GENERATED = `
import type { DateTime, Duracion, Long, UUID } from '@carpeta-ciudadana/cliente';
import type { AtrasadasQueryVariables, PropiaFragment } from './generado/graphql.js';

export const read = ({ documentoId, fechaRecepcion, tamanoBytes }: PropiaFragment): [UUID, DateTime, Long, string] => [documentoId, fechaRecepcion, tamanoBytes, documentoId];
export const fromAPage = (minutes: number, chosen: string): Duracion[] => ['30m', \`\${minutes}m\`, chosen as Duracion];
({ hace: '30m', operadorId: 'any text' }) satisfies AtrasadasQueryVariables;
// @ts-expect-error: it has no unit
({ hace: '30' }) satisfies AtrasadasQueryVariables;
// @ts-expect-error: an identifier is no duration
export const mixed = ({ documentoId }: PropiaFragment): AtrasadasQueryVariables => ({ hace: documentoId });
`;

describe('the packages, installed from their tarballs outside the repository', () => {
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carpeta-paquete-'));
    server = await startServer();
    for (const name of ['cliente', 'react']) {
      const out = await run('npm', ['pack', '--silent', '--pack-destination', folder], join(WEB, 'packages', name));
      await unpack(join(folder, out.split('\n').at(-1) as string));
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  });
  /** Not held up meanwhile: vitest gives up a worker that does not answer for a minute. */
  async function run(program: string, args: string[], cwd = folder) {
    const { stdout } = await promisify(execFile)(program, args, { cwd }).catch(({ message, stdout, stderr }) => {
      throw new Error(`${message}\n${stdout}${stderr}`);
    });
    return stdout.trim();
  }

  it('have types, run, and need nothing that they do not name', async () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'aplicacion', private: true, type: 'module' }));
    writeFileSync(join(folder, 'aplicacion.ts'), APPLICATION);
    await compile('aplicacion.ts');
    expect(await run('node', ['aplicacion.js', server.url, server.token])).toBe('3 RECARGAR');
  });

  it('have a component in the README that is whole, by the types of the newest React and of the oldest', async () => {
    const [, component] = /```tsx\n(.*?)```/s.exec(readFileSync(join(folder, 'node_modules/@carpeta-ciudadana/react/README.md'), 'utf8')) ?? [];
    writeFileSync(join(folder, 'main.tsx'), component as string);
    await compile('main.tsx');
    for (const name of ['react', 'react-dom']) {
      rmSync(join(folder, 'node_modules/@types', name));
      link(`@types/${name}`, 'test/react-18/node_modules');
    }
    await compile('main.tsx');
  });

  it('have READMEs that lead nowhere but to what is installed', () => {
    const within = join(folder, 'node_modules/@carpeta-ciudadana');
    for (const name of ['cliente', 'react']) {
      const text = readFileSync(join(within, name, 'README.md'), 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => to as string);
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((to) => !existsSync(join(within, name, to)))).toEqual([]);
    }
  });

  it('generate the documents of an application: each object is asked for its type, and scalars have theirs', async () => {
    for (const tool of ['@graphql-codegen/cli', '@graphql-codegen/client-preset']) link(tool);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'aplicacion', private: true, type: 'module' }));
    writeFileSync(join(folder, 'propias.graphql'), OPERATIONS);
    writeFileSync(join(folder, 'codegen.ts'), CONFIGURATION);
    await run(join(WEB, 'node_modules/.bin/graphql-codegen'), ['--config', 'codegen.ts']);
    const manifest = JSON.parse(readFileSync(join(folder, 'generado/persisted-documents.json'), 'utf8')) as Record<string, string>;
    expect(Object.keys(manifest)).toHaveLength(3);
    for (const [hash, text] of Object.entries(manifest)) {
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
      expect(withoutTypename(text)).toEqual([]);
    }
    writeFileSync(join(folder, 'generadas.ts'), GENERATED);
    await compile('codegen.ts', 'generadas.ts');
  });

  it('hold what a front end needs, and no test, source or secret', () => {
    const within = join(folder, 'node_modules/@carpeta-ciudadana');
    const files = readdirSync(within, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(relative(within, entry.parentPath), entry.name));
    expect(files.filter((file) => !/^[a-z]+\/(dist\/.*\.(js|d\.ts|json|graphql)|package\.json|README\.md)$/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining([expect.stringContaining('cliente/dist/schema.graphql'), expect.stringContaining('cliente/dist/manifiesto.json')]));
  });

  const compile = (...files: string[]) => {
    const strict = '--strict --exactOptionalPropertyTypes --module nodenext --target es2023 --lib es2023,dom,dom.iterable --types node --jsx react-jsx --skipLibCheck';
    return run(join(WEB, 'node_modules/.bin/tsc'), [...strict.split(' '), ...files]);
  };

  /** Puts a package and what it says it needs into the application's node_modules. */
  async function unpack(tarball: string) {
    const target = mkdtempSync(join(folder, 'unpacked-'));
    await run('tar', ['-xzf', tarball, '-C', target]);
    const { name, dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(target, 'package/package.json'), 'utf8'));
    cpSync(join(target, 'package'), join(folder, 'node_modules', name), { recursive: true });
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies, '@types/node': '', '@types/react': '', '@types/react-dom': '' })) link(needed);
  }

  /** Only what a package names is there, and it is what the lock file has: no registry is asked. */
  function link(name: string, from = 'node_modules') {
    const at = join(folder, 'node_modules', name);
    if (existsSync(at)) return;
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(join(WEB, from, name), at);
  }
});

/** Fields whose objects are not asked for their type; the root of a subscription has one field only. */
function withoutTypename(text: string): string[] {
  const found: string[] = [];
  visit(parse(text), {
    SelectionSet({ selections }, _key, parent) {
      if (parent && 'operation' in parent && parent.operation === 'subscription') return;
      if (!selections.some((one) => one.kind === 'Field' && one.name.value === '__typename')) found.push(JSON.stringify(parent));
    },
  });
  return found;
}
