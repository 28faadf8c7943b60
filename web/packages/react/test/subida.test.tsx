import { createHash } from 'node:crypto';
import { subir, type SubidaMostrada } from '@carpeta-ciudadana/cliente';
import { uploadApi } from '@carpeta-ciudadana/cliente/apollo';
import type { EnvioDeCargaFragment } from '@carpeta-ciudadana/cliente/operaciones';
import { afterAll, describe, expect, it } from 'vitest';
import { startNetwork, type Network } from '../../../test/network.js';
import { useSubida, useSubidasPendientes, useDocumentos } from '../src/index.js';
import { failOnce, holdAnswer, loseQuestions } from './held.js';
import { closeTabs, openTab, server, soon, withServer } from './setup.js';

const MIB = 2 ** 20;
const DATOS = { titulo: 'Cargado', codigoTipo: 'OTRO' };

let network: Network;
withServer(async () => {
  network = await startNetwork(() => server.port);
  return { CARPETA_PUBLIC_URL: network.url.replace('/graphql', '') };
});
afterAll(() => network.close());

const timing = { firstPause: 50, longestPause: 500 };
const openFolder = () => openTab({ url: network.url, timing });
const file = (bytes: BlobPart, nombre = 'a.txt') => new File([bytes], nombre, { type: 'text/plain' });

/** Bytes that are not all the same, and not those of another test. */
function large(size: number, seed: number) {
  const bytes = new Uint8Array(size);
  for (let i = 0, x = seed; i < size; i++) bytes[i] = x = (x * 1103515245 + 12345) & 0x7fffffff;
  return bytes;
}

describe('useSubida', () => {
  it('uploads a file, and it is in the list at once', async () => {
    const { result } = openFolder().render(() => ({ lista: useDocumentos(), subida: useSubida() }));
    await soon(() => expect(result.current.lista.documentos.length).toBeGreaterThan(0));
    result.current.subida.subir(file('hola'), DATOS);
    await soon(() => expect(result.current.subida.subidas[0]?.estado.fase).toBe('lista'));
    await soon(() => expect(result.current.lista.documentos[0]?.id).toBe(result.current.subida.subidas[0]!.estado.documento!.id));
  });

  it('tells how many bytes are hashed, and then how many are sent, up to the whole file', async () => {
    const bytes = large(17 * MIB, 5);
    const { fin, estado } = subir(file(bytes, 'contada.bin'), DATOS, uploadApi(openFolder().client));
    const told: { fase: string; hechos: number; total: number }[] = [];
    estado.subscribe(() => told.push(estado.get()));
    expect((await fin).fase).toBe('lista');
    expect(told.every(({ total }) => total === bytes.length)).toBe(true);
    for (const phase of ['huella', 'envio']) {
      const done = told.filter(({ fase }) => fase === phase).map(({ hechos }) => hechos);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      expect(new Set(done).size).toBeGreaterThan(2); // as it goes, and not only at its end
      expect(done.at(-1)).toBe(bytes.length);
    }
  });

  it('refuses an empty file, and what the server refuses, in words', async () => {
    const { result } = openFolder().render(() => useSubida());
    result.current.subir(file(''), DATOS);
    result.current.subir(file('con título vacío'), { ...DATOS, titulo: '' });
    await soon(() => expect(result.current.subidas.map(({ estado }) => estado.fase)).toEqual(['fallida', 'fallida']));
    expect(result.current.subidas[0]!.estado.falla!.mensaje).toMatch(/vacío/);
    expect(result.current.subidas[1]!.estado.falla!.campos?.[0]?.campo).toMatch(/titulo/);
  });

  it('sends a large file in parts through a network that cuts it five times, and it is the same file', async () => {
    const bytes = large(17 * MIB, 1);
    network.cutAfter(1e6, 7e6, 3e6, 2e6, 5e6);
    const { result } = openFolder().render(() => useSubida());
    result.current.subir(file(bytes, 'grande.bin'), DATOS);
    await soon(() => expect(result.current.subidas[0]?.estado.fase).toBe('lista'));
    expect(network.cutsLeft()).toBe(0);
    expect(await storedHash(result.current.subidas[0]!.estado.documento!.id)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it.each([
    ['before it is announced', 'IniciarCarga', 1],
    ['before its first part', 'FirmarPartes', 1],
    ['between two parts', 'FirmarPartes', 2],
    ['before it is confirmed', 'ConfirmarCarga', 1],
  ])('goes on by itself when the network was away for long %s', async (cuando, operationName, turn) => {
    const bytes = large(17 * MIB, 10 + turn + operationName.length);
    const { result } = openFolder().render(() => useSubida());
    const away = loseQuestions(operationName, turn, 30); // Apollo's own tries are 3
    result.current.subir(file(bytes, `${cuando}.bin`), DATOS);
    await soon(() => expect(result.current.subidas[0]?.estado.fase).toMatch(/lista|fallida/));
    expect(result.current.subidas[0]!.estado.fase).toBe('lista');
    expect(away.left()).toBe(0);
    expect(await storedHash(result.current.subidas[0]!.estado.documento!.id)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('waits with a file that goes at once for as long as the network is away, says so, and goes on by itself', async () => {
    const { result } = openFolder().render(() => useSubida());
    const announcement = holdAnswer('IniciarCarga');
    result.current.subir(file('paciente', 'paciente.txt'), { ...DATOS, titulo: 'De alguien paciente' });
    await announcement.isHere;
    network.refuse(true);
    network.cut();
    const before = network.connections();
    announcement.release();
    await soon(() => expect(network.connections() - before).toBeGreaterThan(12)); // each one sends the file again
    await soon(() => expect(result.current.subidas[0]!.estado).toMatchObject({ fase: 'envio', espera: 'red' }));
    network.refuse(false);
    await soon(() => expect(result.current.subidas[0]!.estado.fase).toBe('lista'));
    expect(result.current.subidas[0]!.estado.espera).toBeUndefined();
    expect(await countOf('De alguien paciente')).toBe(1);
  });

  it('goes on after a reload with the parts that are missing', async () => {
    const archivo = file(large(17 * MIB, 2), 'otra.bin');
    const first = openFolder().render(() => useSubida());
    let away = false;
    network.after(10 * MIB, () => {
      network.refuse(true); // away in the middle of the second part
      network.cut();
      away = true;
    });
    first.result.current.subir(archivo, DATOS);
    await soon(() => expect(away).toBe(true));
    await soon(() => expect(first.result.current.subidas[0]?.estado.espera).toBe('red'));
    closeTabs();
    network.refuse(false);
    const before = network.carried();
    const second = openFolder().render(() => useSubida());
    second.result.current.subir(archivo, DATOS);
    await soon(() => expect(second.result.current.subidas[0]?.estado.fase).toBe('lista'));
    expect(network.carried() - before).toBeLessThan(archivo.size - 7 * MIB); // one part was there
  });

  it('ends an upload here and at the server', async () => {
    const { result } = openFolder().render(() => useSubida());
    let midway = false;
    network.after(2 * MIB, () => {
      network.silence(); // it cannot end by itself
      midway = true;
    });
    const { clave } = result.current.subir(file(large(17 * MIB, 3), 'cancelada.bin'), DATOS);
    await soon(() => expect(midway).toBe(true));
    expect(result.current.subidas[0]!.estado.fase).toBe('envio');
    network.heal();
    result.current.cancelar(clave);
    await soon(() => expect(result.current.subidas[0]?.estado.fase).toBe('cancelada'));
    await soon(async () => expect(await pendingUploads()).not.toContain('cancelada.bin'));
  });

  it('ends an upload at the server too that it has not heard of yet', async () => {
    const { result } = openFolder().render(() => useSubida());
    const announcement = holdAnswer('IniciarCarga');
    const { clave } = result.current.subir(file('pronto', 'cancelada pronto.txt'), DATOS);
    await announcement.isHere;
    expect(await pendingUploads()).toContain('cancelada pronto.txt');
    result.current.cancelar(clave);
    await soon(() => expect(result.current.subidas[0]?.estado.fase).toBe('cancelada')); // and not only when the answer is here
    announcement.release();
    await soon(async () => expect(await pendingUploads()).not.toContain('cancelada pronto.txt'));
  });

  it('ends with the page, and waits at the server', async () => {
    const { client, render } = openFolder();
    const { result, unmount } = render(() => useSubida());
    let midway = false;
    network.after(2 * MIB, () => {
      network.silence(); // it cannot end by itself
      midway = true;
    });
    result.current.subir(file(large(17 * MIB, 4), 'dejada.bin'), DATOS);
    await soon(() => expect(midway).toBe(true));
    unmount();
    client.close();
    network.heal();
    const sent = network.carried();
    network.cut(); // one that goes on would begin again now, and send its parts before two others are there
    for (const nombre of ['una.txt', 'otra.txt']) {
      const { result: after } = openFolder().render(() => useSubida());
      after.current.subir(file(nombre, nombre), DATOS);
      await soon(() => expect(after.current.subidas[0]?.estado.fase).toBe('lista'));
    }
    expect(network.carried() - sent).toBeLessThan(MIB);
    expect(await pendingUploads()).toContain('dejada.bin');
  });
});

describe('an upload while the session has ended', () => {
  it('says that it waits for the person, and goes on when they have signed in', async () => {
    let signedIn = true;
    const { client, render } = openTab({ url: network.url, timing, token: () => (signedIn ? server.token : null) });
    const { result } = render(() => useSubida());
    signedIn = false;
    await client.session.renew(server.token).catch(() => {});
    const { fin } = result.current.subir(file('paciente con la sesión'), { ...DATOS, titulo: 'De alguien que volvió' });
    await soon(() => expect(result.current.subidas[0]!.estado).toMatchObject({ fase: 'anuncio', espera: 'sesion' }));
    signedIn = true;
    client.session.resume();
    expect((await fin).fase).toBe('lista');
    expect(await countOf('De alguien que volvió')).toBe(1);
  });
});

describe('a document is in the folder once', () => {
  const phases = (subidas: readonly SubidaMostrada[]) => subidas.map(({ estado }) => estado.fase);

  it('when the answer of its confirmation is lost, and somebody tries again', async () => {
    const { result } = openFolder().render(() => useSubida());
    failOnce('ConfirmarCarga');
    const { clave, fin } = result.current.subir(file('confirmado'), { ...DATOS, titulo: 'Confirmado una vez' });
    expect((await fin).falla?.codigo).toBe('FORBIDDEN');
    result.current.reintentar(clave);
    await soon(() => expect(phases(result.current.subidas)).toEqual(['lista']));
    expect(await countOf('Confirmado una vez')).toBe(1);
  });

  it('when somebody tries again twice, while it waits for its turn', async () => {
    const { result } = openFolder().render(() => useSubida());
    failOnce('IniciarCarga');
    const { clave, fin } = result.current.subir(file('impaciente'), { ...DATOS, titulo: 'De alguien impaciente' });
    await fin;
    const others = holdAnswer('IniciarCarga', 2);
    for (const nombre of ['ocupa', 'ocupa también']) result.current.subir(file(nombre, nombre), DATOS);
    await others.isHere;
    result.current.reintentar(clave);
    await soon(() => expect(result.current.subidas[0]?.estado.fase).toBe('turno'));
    result.current.reintentar(clave);
    others.release();
    await soon(() => expect(phases(result.current.subidas)).toEqual(['lista', 'lista', 'lista']));
    expect(await countOf('De alguien impaciente')).toBe(1);
  });

  it('when somebody cancels it, while it waits to be tried again, it is not', async () => {
    const { result } = openFolder().render(() => useSubida());
    const bytes = large(9 * MIB, 77);
    failOnce('FirmarPartes');
    const { clave, fin } = result.current.subir(file(bytes, 'arrepentido.bin'), { ...DATOS, titulo: 'De alguien arrepentido' });
    expect((await fin).fase).toBe('fallida');
    expect(await pendingUploads()).toContain('arrepentido.bin');
    const others = holdAnswer('IniciarCarga', 2);
    for (const nombre of ['ocupa el turno', 'ocupa el otro turno']) result.current.subir(file(nombre, nombre), DATOS);
    await others.isHere;
    result.current.reintentar(clave);
    await soon(() => expect(result.current.subidas[0]?.estado.fase).toBe('turno'));
    result.current.cancelar(clave);
    await soon(async () => expect(await pendingUploads()).not.toContain('arrepentido.bin'));
    others.release();
    await soon(() => expect(phases(result.current.subidas)).toEqual(['cancelada', 'lista', 'lista']));
    expect(await countOf('De alguien arrepentido')).toBe(0);
  });

  it('when somebody goes on with it twice', async () => {
    const archivo = file(large(9 * MIB, 78), 'seguido.bin');
    const manejador = { getFile: async () => archivo, queryPermission: async () => 'granted' } as unknown as FileSystemFileHandle;
    const { result } = openFolder().render(() => ({ subida: useSubida(), espera: useSubidasPendientes() }));
    failOnce('FirmarPartes');
    const { clave, fin } = result.current.subida.subir(archivo, { ...DATOS, titulo: 'Seguido una vez' }, manejador);
    expect((await fin).fase).toBe('fallida');
    result.current.subida.quitar(clave);
    await result.current.espera.recargar();
    const pendiente = await soon(() => {
      const found = result.current.espera.pendientes.find(({ documento }) => documento.nombreArchivo === 'seguido.bin');
      expect(result.current.subida.reanudables).toContain(found?.documento.id);
      return found!;
    });
    const { reanudar } = result.current.subida;
    expect(await Promise.all([reanudar(pendiente), reanudar(pendiente)])).toEqual([{ valor: undefined }, { valor: undefined }]);
    expect(await reanudar(pendiente)).toEqual({ valor: undefined });
    await soon(() => expect(phases(result.current.subida.subidas)).toEqual(['lista']));
    expect(result.current.subida.subidas[0]!.estado.documentoId).toBe(pendiente.documento.id);
    expect(await countOf('Seguido una vez')).toBe(1);
  });
});

describe('an upload whose address has ended', () => {
  it.each([
    ['at once', 1_000],
    ['in parts', 9 * MIB],
  ])('is signed anew: a file that is sent %s', async (_, size) => {
    const bytes = large(size, size);
    const api = uploadApi(openFolder().client);
    let refused = 0;
    const spoil = ({ url, ...carga }: EnvioDeCargaFragment) => (refused++ > 0 ? { ...carga, url } : { ...carga, url: `${url}x` });
    const { fin } = subir(file(bytes, `vencida-${size}.bin`), DATOS, {
      ...api,
      announce: async (input) => {
        const anuncio = await api.announce(input);
        return anuncio.carga ? { ...anuncio, carga: spoil(anuncio.carga) } : anuncio;
      },
      sign: async (...args) => (await api.sign(...args)).map(({ numero, carga }) => ({ numero, carga: spoil(carga) })),
    });
    const { fase, documento } = await fin;
    expect(fase).toBe('lista');
    expect(refused).toBeGreaterThan(0);
    expect(await storedHash(documento!.id)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});

describe('useSubidasPendientes', () => {
  it('has what was begun until it is abandoned, on every page of this tab', async () => {
    const { client, render } = openFolder();
    const { result } = render(() => useSubidasPendientes());
    await soon(() => expect(result.current.cargando).toBe(false));
    const hashDocumento = createHash('sha256').update('pendiente').digest('hex');
    const { documentoId } = await uploadApi(client).announce({ ...DATOS, nombreArchivo: 'pendiente.txt', tipoContenido: 'text/plain', tamanoBytes: 9, hashDocumento });
    await soon(() => expect(result.current.pendientes[0]?.documento).toMatchObject({ id: documentoId, nombreArchivo: 'pendiente.txt', tamanoBytes: 9 }));
    expect(await result.current.abandonar(documentoId)).toEqual({ valor: undefined });
    await soon(() => expect(result.current.pendientes.map(({ documento }) => documento.id)).not.toContain(documentoId));
    expect((await result.current.abandonar('no hay')).falla).toMatchObject({ codigo: expect.any(String), mensaje: expect.any(String) });
  });
});

async function ask<T>(query: string, variables: object = {}): Promise<T> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` };
  const answer = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return ((await answer.json()) as { data: T }).data;
}

async function storedHash(id: string) {
  const { node } = await ask<{ node: { urlDescarga: string } }>('query ($id: ID!) { node(id: $id) { ... on Documento { urlDescarga } } }', { id });
  const bytes = await (await fetch(node.urlDescarga)).arrayBuffer();
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
}

/** How many documents of the folder are called so. */
async function countOf(titulo: string) {
  const { miCarpeta } = await ask<{ miCarpeta: { documentos: { nodes: { titulo: string }[] } } }>('{ miCarpeta { documentos(first: 100) { nodes { titulo } } } }');
  return miCarpeta.documentos.nodes.filter((one) => one.titulo === titulo).length;
}

async function pendingUploads() {
  const { miCarpeta } = await ask<{ miCarpeta: { cargas: { nodes: { documento: { nombreArchivo: string } }[] } } }>(
    '{ miCarpeta { cargas(first: 20) { nodes { documento { nombreArchivo } } } } }',
  );
  return miCarpeta.cargas.nodes.map(({ documento }) => documento.nombreArchivo);
}
