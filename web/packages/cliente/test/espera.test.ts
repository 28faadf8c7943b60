import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/patience.js';
import type { FilaDeDocumentoFragment } from '../src/generado/graphql.js';
import { SessionEnded, subir, TIMING, type EstadoDeSubida, type Timing, type UploadApi } from '../src/index.js';

const SOON = { ...TIMING, firstPause: 1, longestPause: 2 };
const DATOS = { titulo: 'Hola', codigoTipo: 'OTRO' };
const LOST = 0;
/** More often than the kit sends anything to a server that is there. */
const LONG = Array.from({ length: 20 }, () => LOST);
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

const file = () => new File(['hola'], 'a.txt', { type: 'text/plain' });

afterEach(() => vi.unstubAllGlobals());

/** What signed addresses answer, one after the other; the last one for ever. Returns the addresses that were sent to. */
function answering(...statuses: number[]): string[] {
  const sent: string[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = {};
      status = LOST;
      onloadend = () => {};
      #url = '';
      open(_method: string, url: string) {
        this.#url = url;
      }
      setRequestHeader() {}
      getAllResponseHeaders() {
        return '';
      }
      abort() {
        this.onloadend();
      }
      send() {
        sent.push(this.#url);
        this.status = statuses[Math.min(sent.length, statuses.length) - 1] as number;
        setTimeout(() => this.onloadend());
      }
    },
  );
  return sent;
}

/** A server that signs one address after the other, and takes what is confirmed. */
function api(more: Partial<UploadApi> = {}): UploadApi {
  let signed = 0;
  const anuncio = () => {
    const carga = { __typename: 'Carga' as const, metodo: 'PUT', url: `http://archivos.test/${++signed}`, encabezados: [], expiraEn: '2026-01-01T00:00:00Z' as const };
    return { documentoId: 'D', carga };
  };
  return {
    announce: async () => anuncio(),
    renew: async () => anuncio(),
    sign: async () => [],
    confirm: async () => ({ id: 'D' }) as FilaDeDocumentoFragment,
    cancel: async () => {},
    ...more,
  };
}

/** Uploads a file; what its state said that it waits for, each change of it. */
function upload(server: UploadApi, archivo = file(), timing: Timing = SOON) {
  const subida = subir(archivo, DATOS, server, timing);
  const said: (string | undefined)[] = [];
  subida.estado.subscribe(() => {
    const { espera } = subida.estado.get();
    if (espera !== said.at(-1)) said.push(espera);
  });
  return { ...subida, said };
}

const isAway = ({ estado }: { estado: { get(): EstadoDeSubida } }) => until(() => estado.get().espera === 'red');

describe('an upload without a network', () => {
  it('waits with the bytes for as long as it is away, and says so', async () => {
    const sent = answering(...LONG, 200);
    const { fin, said } = upload(api());
    expect((await fin).fase).toBe('lista');
    expect(sent).toHaveLength(LONG.length + 1);
    expect(said).toEqual(['red', undefined]);
  });

  it.each(['announce', 'renew', 'confirm'] as const)('waits with what it asks the server: %s', async (asked) => {
    answering(403, 200);
    const there = api();
    let away = LONG.length;
    const { fin, said } = upload({ ...there, [asked]: (...args: []) => (away-- > 0 ? lost() : (there[asked] as () => Promise<unknown>)(...args)) });
    expect((await fin).fase).toBe('lista');
    expect(said).toEqual(['red', undefined]);
  });

  it('has its address signed anew when that has ended meanwhile, as often as it waits', async () => {
    const sent = answering(LOST, 403, LOST, 403, 200);
    expect((await upload(api()).fin).fase).toBe('lista');
    expect(sent.map((url) => url.at(-1))).toEqual(['1', '1', '2', '2', '3']);
  });

  it('is not signed anew for ever: an address that is refused at once has not ended', async () => {
    const sent = answering(LOST, 403, 403);
    expect(await upload(api()).fin).toMatchObject({ fase: 'fallida', falla: { codigo: 'CARGA_VENCIDA' } });
    expect(sent).toHaveLength(3);
  });

  it('can be cancelled, here and at the server', async () => {
    answering(LOST);
    const cancel = vi.fn(async () => {});
    const subida = upload(api({ cancel }));
    await isAway(subida);
    subida.cancelar();
    expect((await subida.fin).fase).toBe('cancelada');
    expect(cancel).toHaveBeenCalledWith('D');
  });

  it('can be cancelled while a question has no answer', async () => {
    answering(200);
    const subida = upload(api({ confirm: () => new Promise(() => {}) }));
    await until(() => subida.estado.get().fase === 'confirmacion');
    subida.cancelar();
    expect((await subida.fin).fase).toBe('cancelada');
  });

  it('sends nothing more when it was cancelled before the address of its part came', async () => {
    const sent = answering(200);
    const there = api();
    let signed: (parts: Awaited<ReturnType<UploadApi['sign']>>) => void = () => {};
    const sign = vi.fn<UploadApi['sign']>(() => new Promise((resolve) => (signed = resolve)));
    const announce = async () => ({ documentoId: 'D', partes: { tamanoParte: 4, total: 1, recibidas: [] } });
    const subida = upload({ ...there, announce, sign });
    await until(() => sign.mock.calls.length === 1);
    subida.cancelar();
    expect((await subida.fin).fase).toBe('cancelada');
    signed([{ numero: 1, carga: (await there.renew('D')).carga! }]);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    expect(sent).toEqual([]);
  });

  it('is told for what it is when its file has changed: no network helps that', async () => {
    answering(LOST);
    const archivo = file();
    const announced = api();
    const gone = async () => {
      archivo.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as unknown as Blob;
      return announced.announce({} as never);
    };
    expect(await upload({ ...announced, announce: gone }, archivo).fin).toMatchObject({ fase: 'fallida', falla: { codigo: 'ARCHIVO_ILEGIBLE' } });
  });
});

describe('an upload whose server is there, and fails', () => {
  it('is given up after some tries, and never says that the network is away', async () => {
    const sent = answering(502);
    const { fin, said } = upload(api());
    expect(await fin).toMatchObject({ fase: 'fallida', falla: { codigo: 'RED' } });
    expect(sent).toHaveLength(8);
    expect(said).toEqual([]);
  });
});

describe('an upload whose session has ended', () => {
  const ended = () => Promise.reject(new SessionEnded());

  it.each(['announce', 'renew', 'sign', 'confirm'] as const)('waits for the person to sign in, says so, and goes on: %s', async (asked) => {
    answering(asked === 'renew' ? 403 : 200, 200);
    const there = api();
    const parts = { partes: { tamanoParte: 4, total: 1, recibidas: [] } };
    const announce = async () => ({ documentoId: 'D', ...(asked === 'sign' ? parts : await there.announce({} as never)) });
    const sign = async () => [{ numero: 1, carga: (await there.renew('D')).carga! }];
    let [signedIn, signIn] = [false, () => {}];
    const answers: UploadApi = { ...there, announce, sign, signedIn: () => new Promise((resolve) => (signIn = resolve)) };
    const { fin, said, estado } = upload({ ...answers, [asked]: (...args: []) => (signedIn ? (answers[asked] as () => Promise<unknown>)(...args) : ended()) }, file(), TIMING);
    await until(() => estado.get().espera === 'sesion');
    signedIn = true;
    signIn();
    expect((await fin).fase).toBe('lista');
    expect(said).toEqual(['sesion', undefined]);
  });

  it('fails where nobody says when somebody has signed in', async () => {
    answering(200);
    expect(await upload(api({ announce: ended })).fin).toMatchObject({ fase: 'fallida', falla: { codigo: 'SESION' } });
  });
});

describe('a file that is larger than the server takes', () => {
  it('is refused before it is hashed, in words that name the limit', async () => {
    const archivo = file();
    const read = vi.spyOn(archivo, 'slice');
    const asked = vi.fn();
    const { fin } = upload(api({ largest: async () => 3, announce: asked }), archivo);
    expect(await fin).toMatchObject({ fase: 'fallida', hechos: 0, falla: { mensaje: expect.stringMatching(/0 MB/), recuperacion: expect.stringMatching(/Comprímalo/) } });
    expect([read.mock.calls, asked.mock.calls]).toEqual([[], []]);
  });

  it.each([
    ['is as large as that', async () => 4],
    ['may be: the limit could not be had', lost],
  ])('is sent if it %s', async (_, largest) => {
    answering(200);
    expect((await upload(api({ largest })).fin).fase).toBe('lista');
  });
});
