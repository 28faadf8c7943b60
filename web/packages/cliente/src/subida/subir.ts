import { toFalla, type Falla } from '../falla.js';
import type { EnvioDeCargaFragment, FilaDeDocumentoFragment, IniciarCargaInput, ParteInput } from '../generado/graphql.js';
import { idiomaDeAhora, texto } from '../idioma.js';
import { createStore, type Store } from '../store.js';
import { pauseOf } from '../transport/pause.js';
import { TIMING, type Timing } from '../transport/transport.js';
import { hashBlob } from './hash.js';
import { hashFile } from './hasher.js';
import { insist, lostAs, orAborted, pause, TRIES, untilSignedIn, type Espera, type Patience } from './patience.js';
import { Refusal, unreadable } from './refusal.js';
import { send, type Sent } from './send.js';

/** Files above this size go in parts: what is lost with a connection is one part. */
const IN_PARTS = 8 * 2 ** 20;
/** A large file is verified some seconds at a time. */
const CONFIRMATIONS = 600;
/** The code of a failure: the permission to send the file has ended. */
const EXPIRED = 'CARGA_VENCIDA';
/** What the server says of an upload that it has not confirmed. */
const NOT_THERE = ['ARCHIVO_PENDIENTE', 'ARCHIVO_DISTINTO', 'NOT_FOUND'];
const changed = () => ({
  codigo: 'ARCHIVO_CAMBIADO',
  ...texto(
    ['El archivo cambió desde que empezó su carga.', 'Abandone esa carga, y suba el archivo de nuevo.'],
    ['The file changed since its upload began.', 'Abandon that upload, and upload the file again.'],
  ),
});

interface Avance {
  /** Bytes of this phase that are done: hashed, or sent. */
  hechos: number;
  total: number;
  /** The global id of the document, once it is announced. */
  documentoId?: string;
}

interface EnCurso {
  /** huella: its hash is reckoned. anuncio: the server is told of it. envio: its bytes go. confirmacion: it is verified. */
  fase: 'huella' | 'anuncio' | 'envio' | 'confirmacion';
  /** For the network, or for the person to sign in; it goes on by itself then, for as long as the page is open. */
  espera?: Espera;
}

/** What only some phases have is undefined in the others, so it can be read in all. */
type En<Fase> = Avance & Fase & Omit<{ espera?: undefined; documento?: undefined; falla?: undefined }, keyof Fase>;

/** turno: it waits for its turn. lista: the document is in the folder. fallida, cancelada: it is not. */
export type EstadoDeSubida<D = FilaDeDocumentoFragment> =
  | En<{ fase: 'turno' }>
  | En<EnCurso>
  | En<{ fase: 'lista'; documento: D }>
  | En<{ fase: 'fallida'; falla: Falla }>
  | En<{ fase: 'cancelada' }>;

export type FaseDeSubida = EstadoDeSubida['fase'];
/** How an upload ended. */
export type FinDeSubida<D = FilaDeDocumentoFragment> = Exclude<EstadoDeSubida<D>, { fase: 'turno' | EnCurso['fase'] }>;

export function haTerminado<D>(estado: EstadoDeSubida<D>): estado is FinDeSubida<D> {
  return estado.fase === 'lista' || estado.fase === 'fallida' || estado.fase === 'cancelada';
}

/** What the person says of a file. */
export type DatosDeSubida = Pick<IniciarCargaInput, 'titulo' | 'codigoTipo'> & Partial<Pick<IniciarCargaInput, 'contextoDocumento' | 'carpetaId'>>;

export interface Announcement {
  documentoId: string;
  carga?: EnvioDeCargaFragment | null;
  partes?: { tamanoParte: number; total: number; recibidas: { numero: number }[] } | null;
}

/**
 * The operations of the API that an upload needs. Each rejects with a Refusal, or with what the network says. D is what a
 * confirmation answers: a citizen's document, or what an entity delivered.
 */
export interface UploadApi<D = FilaDeDocumentoFragment> {
  announce(input: IniciarCargaInput): Promise<Announcement>;
  /** Signs one anew whose addresses are refused. */
  renew(documentoId: string): Promise<Announcement>;
  sign(documentoId: string, parts: ParteInput[]): Promise<{ numero: number; carga: EnvioDeCargaFragment }[]>;
  confirm(documentoId: string): Promise<D>;
  cancel(documentoId: string): Promise<void>;
  /** The largest file that the server takes, in bytes; undefined if it does not say so. */
  largest?(): Promise<number | undefined>;
  /** Calls back when the person leaves whose upload it is. */
  onLeave?(stop: () => void): () => void;
  /** Settled when the person has signed in again. Without it an upload fails when the session ends. */
  signedIn?(): Promise<void>;
}

export interface Subida<D = FilaDeDocumentoFragment> {
  estado: Store<EstadoDeSubida<D>>;
  /** Resolves at the end, whatever it is; never rejects. */
  fin: Promise<FinDeSubida<D>>;
  /** Ends it for good, here and at the server. */
  cancelar(): void;
  /** Ends it here: at the server it waits, and can go on. */
  detener(): void;
}

/** What is known of an upload that was begun before. */
export interface Empezada {
  /** The global id of its document: whether that is in the folder is asked first, as the answer that said so may be lost. */
  documentoId?: string | undefined;
  /** The hash of its file. Another file is refused. */
  huella?: string | undefined;
}

/**
 * Uploads a file: hash, announcement, bytes, confirmation. The same file again, after a reload of the page or on
 * another device, goes on with the parts that are missing. Whoever goes on with an upload says so by `antes`: announced
 * again, one that had been confirmed would be another document.
 */
export function subir<D = FilaDeDocumentoFragment>(archivo: File, datos: DatosDeSubida, api: UploadApi<D>, timing: Timing = TIMING, antes: Empezada = {}): Subida<D> {
  const abort = new AbortController();
  const { signal } = abort;
  const stopListening = api.onLeave?.(() => abort.abort());
  let announced = antes.documentoId;
  let cancelled = false;
  let fase: EnCurso['fase'] = announced === undefined ? 'huella' : 'confirmacion';
  let hechos = announced === undefined ? 0 : archivo.size;
  let espera: Espera | undefined;
  const common = () => ({ hechos, total: archivo.size, ...(announced !== undefined && { documentoId: announced }) });
  const going = (): EstadoDeSubida<D> => ({ ...common(), fase, ...(espera && { espera }) });
  const estado = createStore(going());
  const tell = () => {
    if (!signal.aborted) estado.set(going());
  };
  const phase = (next: EnCurso['fase'], bytes = 0) => {
    fase = next;
    hechos = bytes;
    tell();
  };
  const done = (bytes: number) => {
    hechos = Math.min(bytes, archivo.size);
    espera = undefined;
    tell();
  };
  const waits = (what: Espera | undefined) => {
    if (espera === what) return;
    espera = what;
    tell();
  };
  const patience: Patience = { timing, signal, waits, ...(api.signedIn && { signedIn: api.signedIn }) };
  let pauses = 0;

  async function run() {
    refuseEmpty(archivo);
    refuseTooLarge(archivo, await api.largest?.().catch(() => undefined)); // not known now: the server refuses it then
    const there = announced !== undefined && (await alreadyThere(announced));
    if (there) return there;
    phase('huella');
    const hashDocumento = await readable(hashFile(archivo, { onProgress: done, signal }));
    if (antes.huella !== undefined && antes.huella !== hashDocumento) throw new Refusal(changed());
    phase('anuncio');
    for (let tries = 1; ; tries++) {
      const anuncio = await announce(hashDocumento);
      announced = anuncio.documentoId;
      await sendFile(anuncio);
      phase('confirmacion', archivo.size);
      try {
        return await confirm(anuncio.documentoId);
      } catch (cause) {
        // The server has not what it should have: a part was lost. Announced again, it says what is missing.
        if (tries >= 3 || !(cause instanceof Refusal) || cause.falla.codigo !== 'ARCHIVO_PENDIENTE') throw cause;
      }
    }
  }

  /** Who cancels meanwhile does not wait for the answer, which may take minutes: the server is told when it is here. */
  function announce(hashDocumento: string): Promise<Announcement> {
    signal.throwIfAborted();
    const input = { nombreArchivo: archivo.name, tipoContenido: archivo.type, tamanoBytes: archivo.size, hashDocumento, porPartes: archivo.size > IN_PARTS };
    return insist(() => {
      const answer = api.announce({ ...datos, ...input });
      answer.then(({ documentoId }) => cancelled && cancelThere(documentoId), () => {}); // whoever waits for it is told
      return answer;
    }, patience);
  }

  const cancelThere = (documentoId: string) => void api.cancel(documentoId).catch(() => {}); // else the server forgets it in a day

  /** The document of an earlier try, if it is in the folder; undefined if the server says that it is not. */
  async function alreadyThere(documentoId: string) {
    try {
      return await confirm(documentoId);
    } catch (cause) {
      if (cause instanceof Refusal && NOT_THERE.includes(cause.falla.codigo)) return undefined;
      throw cause; // not known: announced again, it might be there twice
    }
  }

  /**
   * An address ends a day after it was signed, and a page may wait or sleep for longer: it is signed anew. A new one that
   * is refused at once has not ended.
   */
  async function sendFile(anuncio: Announcement) {
    let signed = anuncio;
    for (let renewed = false; ; renewed = true) {
      const before = pauses;
      try {
        return await sendAs(signed);
      } catch (cause) {
        const expired = cause instanceof Refusal && cause.falla.codigo === EXPIRED;
        if (!expired || (renewed && pauses === before)) throw cause;
      }
      signed = await insist(() => api.renew(anuncio.documentoId), patience);
    }
  }

  async function sendAs({ documentoId, partes, carga }: Announcement) {
    signal.throwIfAborted();
    phase('envio');
    if (partes) await sendParts(documentoId, partes);
    else if (carga) await sendWhole(carga);
  }

  const put = (carga: EnvioDeCargaFragment, body: Blob, onProgress: (bytes: number) => void) => send(carga, body, { onProgress, signal, stallWait: timing.stallWait });

  async function sendWhole(carga: EnvioDeCargaFragment) {
    await persist(() => put(carga, archivo, done), archivo);
  }

  async function sendParts(documentoId: string, { tamanoParte, total, recibidas }: NonNullable<Announcement['partes']>) {
    const there = new Set(recibidas.map(({ numero }) => numero));
    const sizeOf = (numero: number) => Math.min(tamanoParte, archivo.size - (numero - 1) * tamanoParte);
    let sent = [...there].reduce((sum, numero) => sum + sizeOf(numero), 0);
    done(sent);
    for (let numero = 1; numero <= total; numero++) {
      if (there.has(numero)) continue;
      const body = archivo.slice((numero - 1) * tamanoParte, (numero - 1) * tamanoParte + sizeOf(numero));
      const hashParte = await readable(hashBlob(body, { signal }));
      await persist(async () => {
        const [parte] = await api.sign(documentoId, [{ numero, hashParte }]); // just before it is sent: a signature ends
        if (!parte) throw new Refusal(toFalla(undefined));
        return put(parte.carga, body, (bytes) => done(sent + bytes));
      }, body);
      sent += sizeOf(numero);
      done(sent);
    }
  }

  /** Sends until it is there: through lost networks for as long as they are lost. */
  async function persist(sending: () => Promise<Sent>, body: Blob) {
    let failed = 0;
    let busySince: number | undefined;
    for (let tries = 1; ; tries++) {
      const sent = await orAborted(sending(), signal).catch((cause: unknown) => asSent(cause, patience));
      if (!sent) continue;
      const { status, after } = sent;
      waits(status === 0 ? 'red' : undefined);
      if ((status >= 200 && status < 300) || status === 412) return; // 412: it is there already
      if (status === 0) {
        busySince = undefined;
        await readable(body.slice(0, 1).arrayBuffer()); // a file that changed on the disk does not leave either: no network helps it
      } else if (![408, 409, 429].includes(status) && status < 500) {
        throw new Refusal(refusedBytes(status));
      } else if (status === 429 || status === 503) {
        const now = performance.now(); // a matter of time, and not of tries
        if (now - (busySince ??= now) > timing.patience) throw new TypeError('the file could not be sent');
      } else if (++failed >= TRIES) throw new TypeError('the file could not be sent');
      pauses++;
      await pause(pauseOf(tries, after, timing), signal);
    }
  }

  async function confirm(documentoId: string) {
    const since = performance.now();
    let conflicts = 0;
    for (let i = 0; ; i++) {
      signal.throwIfAborted();
      try {
        return await insist(() => api.confirm(documentoId), patience);
      } catch (cause) {
        const { codigo } = toFalla(cause);
        // A confirmation whose answer was lost holds the document for some minutes: this one may be the first one's.
        if (codigo === 'CONFLICT' && performance.now() - since < timing.patience) await pause(pauseOf(++conflicts, 0, timing), signal);
        else if (i >= CONFIRMATIONS || codigo !== 'VERIFICACION_EN_CURSO') throw cause;
      }
    }
  }

  const ended = (state: FinDeSubida<D>) => {
    stopListening?.();
    estado.set(state);
    return state;
  };
  const fin = run().then(
    (documento) => ended({ ...common(), fase: 'lista', hechos: archivo.size, documento }),
    (cause: unknown) => ended({ ...common(), ...(signal.aborted ? { fase: 'cancelada' } : { fase: 'fallida', falla: toFalla(cause) }) }),
  );

  return {
    estado,
    fin,
    cancelar() {
      if (haTerminado(estado.get())) return;
      cancelled = true;
      abort.abort();
      if (announced !== undefined) cancelThere(announced);
    },
    detener: () => abort.abort(),
  };
}

function refuseEmpty(archivo: File) {
  if (archivo.size > 0) return;
  throw new Refusal({
    codigo: 'ARCHIVO_VACIO',
    ...texto(['El archivo está vacío, o es una carpeta.', 'Elija un archivo con contenido.'], ['The file is empty, or it is a folder.', 'Choose a file that has content.']),
  });
}

/** Before it is hashed, which takes a minute for a very large one. */
function refuseTooLarge({ size }: File, largest: number | undefined) {
  if (largest === undefined || size <= largest) return;
  const megabytes = new Intl.NumberFormat(idiomaDeAhora(), { maximumFractionDigits: 1 }).format(largest / 1e6);
  throw new Refusal({
    codigo: 'ENTRADA_INVALIDA',
    ...texto(
      [`El archivo es más grande de lo que se puede subir: cada uno puede tener hasta ${megabytes} MB.`, 'Comprímalo, o divídalo en varios.'],
      [`The file is larger than what may be uploaded: each may have up to ${megabytes} MB.`, 'Compress it, or split it into several.'],
    ),
    campos: [{ campo: 'tamanoBytes', mensaje: idiomaDeAhora() === 'en' ? `It must have ${largest} bytes at most.` : `Debe tener ${largest} bytes como máximo.` }],
  });
}

/** A file that changed or went away on the disk is told for what it is: trying again would not help. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    throw unreadable();
  }
}

/** Asked by the way, and lost or failed: as the bytes would be. Undefined: nothing was sent, and it is to be sent now. */
async function asSent(cause: unknown, patience: Patience): Promise<Sent | undefined> {
  if (await untilSignedIn(cause, patience)) return undefined;
  const status = lostAs(cause);
  if (status === undefined) throw cause;
  return { status, after: 0 };
}

function refusedBytes(status: number): Falla {
  if (status === 403) {
    return { codigo: EXPIRED, ...texto(['El permiso para enviar el archivo venció.', 'Inicie la carga de nuevo.'], ['The permission to send the file has ended.', 'Begin the upload again.']) };
  }
  return {
    codigo: 'ARCHIVO_DISTINTO',
    ...texto(
      ['El servidor recibió un archivo distinto del anunciado.', 'Compruebe que el archivo no cambió y elíjalo de nuevo.'],
      ['The server received another file than the one that was announced.', 'Check that the file did not change, and choose it again.'],
    ),
  };
}
