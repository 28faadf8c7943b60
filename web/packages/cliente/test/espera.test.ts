import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/patience.js';
import type { FilaDeDocumentoFragment } from '../src/generado/graphql.js';
import { subir, TIMING, type CargaApi, type EstadoDeCarga } from '../src/index.js';

const SOON = { ...TIMING, firstPause: 1, longestPause: 2 };
const DATOS = { titulo: 'Hola', tipoDocumento: 'OTRO' as const };
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
function api(more: Partial<CargaApi> = {}): CargaApi {
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

/** Uploads a file; what its state said of the network, each change of it. */
function upload(server: CargaApi, archivo = file()) {
  const carga = subir(archivo, DATOS, server, SOON);
  const said: boolean[] = [];
  carga.estado.subscribe(() => {
    const { sinRed = false } = carga.estado.get();
    if (sinRed !== (said.at(-1) ?? false)) said.push(sinRed);
  });
  return { ...carga, said };
}

const isAway = ({ estado }: { estado: { get(): EstadoDeCarga } }) => until(() => estado.get().sinRed === true);

describe('an upload without a network', () => {
  it('waits with the bytes for as long as it is away, and says so', async () => {
    const sent = answering(...LONG, 200);
    const { fin, said } = upload(api());
    expect((await fin).fase).toBe('lista');
    expect(sent).toHaveLength(LONG.length + 1);
    expect(said).toEqual([true, false]);
  });

  it.each(['announce', 'renew', 'confirm'] as const)('waits with what it asks the server: %s', async (asked) => {
    answering(403, 200);
    const there = api();
    let away = LONG.length;
    const { fin, said } = upload({ ...there, [asked]: (...args: []) => (away-- > 0 ? lost() : (there[asked] as () => Promise<unknown>)(...args)) });
    expect((await fin).fase).toBe('lista');
    expect(said).toEqual([true, false]);
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
    const carga = upload(api({ cancel }));
    await isAway(carga);
    carga.cancelar();
    expect((await carga.fin).fase).toBe('cancelada');
    expect(cancel).toHaveBeenCalledWith('D');
  });

  it('can be cancelled while a question has no answer', async () => {
    answering(200);
    const carga = upload(api({ confirm: () => new Promise(() => {}) }));
    await until(() => carga.estado.get().fase === 'confirmacion');
    carga.cancelar();
    expect((await carga.fin).fase).toBe('cancelada');
  });

  it('sends nothing more when it was cancelled before the address of its part came', async () => {
    const sent = answering(200);
    const there = api();
    let signed: (parts: Awaited<ReturnType<CargaApi['sign']>>) => void = () => {};
    const sign = vi.fn<CargaApi['sign']>(() => new Promise((resolve) => (signed = resolve)));
    const announce = async () => ({ documentoId: 'D', partes: { tamanoParte: 4, total: 1, recibidas: [] } });
    const carga = upload({ ...there, announce, sign });
    await until(() => sign.mock.calls.length === 1);
    carga.cancelar();
    expect((await carga.fin).fase).toBe('cancelada');
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
