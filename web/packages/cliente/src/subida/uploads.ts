import { toFalla } from '../falla.js';
import type { CargaQueEsperaFragment } from '../generado/graphql.js';
import type { Resultado } from '../resultado.js';
import { createStore, type Store } from '../store.js';
import type { Timing } from '../transport/transport.js';
import { readAgain } from './handles.js';
import { createHandles } from './page-handles.js';
import { createQueue } from './queue.js';
import { haTerminado, subir, type DatosDeSubida, type Empezada, type EstadoDeSubida, type FinDeSubida, type Subida, type UploadApi } from './subir.js';

/** Files that are sent at a time; the others wait. */
const AT_A_TIME = 2;

/** An upload as a page shows it. */
export interface SubidaMostrada {
  clave: string;
  nombre: string;
  estado: EstadoDeSubida;
}

export interface SubidaEmpezada {
  clave: string;
  /** How it ended the first time; never rejects. */
  fin: Promise<FinDeSubida>;
}

/** The uploads of a page, whoever began them: they belong to nothing that is drawn. They end with the person, and with the page. */
export interface Uploads {
  subidas: Store<readonly SubidaMostrada[]>;
  /** The documents, by their global ids, of whose uploads this browser still has the file. */
  reanudables: Store<ReadonlySet<string>>;
  subir(archivo: File, datos: DatosDeSubida, manejador?: FileSystemFileHandle): SubidaEmpezada;
  /** Goes on with an upload of `reanudables`. Twice is once. */
  reanudar(pendiente: CargaQueEsperaFragment): Promise<Resultado>;
  cancelar(clave: string): void;
  /** Sends one again that failed, when it is its turn. Twice is once. */
  reintentar(clave: string): void;
  /** Takes one that ended off the list. */
  quitar(clave: string): void;
  close(): void;
}

interface Entry {
  shown: SubidaMostrada;
  archivo: File;
  datos: DatosDeSubida;
  manejador: FileSystemFileHandle | undefined;
  /** What is known of an earlier try. */
  antes: Empezada;
  /** None while it waits for its turn. */
  subida?: Subida | undefined;
  tellEnd: (fin: FinDeSubida) => void;
}

const DONE: Resultado = { valor: undefined };
let keys = 0;

export function createUploads(api: UploadApi, timing: Timing): Uploads {
  const entries = new Map<string, Entry>();
  const list = createStore<readonly SubidaMostrada[]>([]);
  const handles = createHandles();
  const asking = new Set<string>(); // whose files are about to be read again
  const queue = createQueue(AT_A_TIME);
  const stopListening = api.onLeave?.(forgetAll);

  function tellAll() {
    list.set([...entries.values()].map(({ shown }) => shown));
    const busy = list.get().some(({ estado }) => !haTerminado(estado));
    if (busy) globalThis.addEventListener?.('beforeunload', ask);
    else globalThis.removeEventListener?.('beforeunload', ask);
  }

  function show(entry: Entry, estado: EstadoDeSubida) {
    if (haTerminado(estado)) entry.tellEnd(estado);
    entry.shown = { ...entry.shown, estado };
    if (entries.get(entry.shown.clave) === entry) tellAll();
  }

  function take(archivo: File, datos: DatosDeSubida, manejador: FileSystemFileHandle | undefined, antes: Empezada): SubidaEmpezada {
    const clave = `subida-${++keys}`;
    let tellEnd: Entry['tellEnd'] = () => {};
    const fin = new Promise<FinDeSubida>((resolve) => (tellEnd = resolve));
    const entry: Entry = { shown: { clave, nombre: archivo.name, estado: waiting(archivo, antes) }, archivo, datos, manejador, antes, tellEnd };
    entries.set(clave, entry);
    tellAll();
    begin(entry);
    return { clave, fin };
  }

  function begin(entry: Entry) {
    queue.add(async () => {
      const { clave, estado } = entry.shown;
      if (entries.get(clave) !== entry || estado.fase !== 'turno') return;
      const subida = (entry.subida = subir(entry.archivo, entry.datos, api, timing, entry.antes));
      const tell = () => show(entry, subida.estado.get());
      tell();
      subida.estado.subscribe(tell);
      handles.follow(subida.estado, entry.manejador);
      await subida.fin;
    });
  }

  function retry(clave: string) {
    const entry = entries.get(clave);
    const { fase, documentoId } = entry?.shown.estado ?? {};
    if (!entry || fase !== 'fallida') return;
    entry.antes = { ...entry.antes, documentoId };
    entry.subida = undefined;
    show(entry, waiting(entry.archivo, entry.antes));
    begin(entry);
  }

  async function resume({ documento }: CargaQueEsperaFragment): Promise<Resultado> {
    const { id, titulo, tipo, contextoDocumento, hashDocumento } = documento;
    const manejador = handles.kept.get().get(id);
    if (!manejador) return { falla: toFalla(undefined) };
    const here = [...entries.values()].find(({ shown: { estado } }) => estado.documentoId === id && estado.fase !== 'cancelada');
    if (here) retry(here.shown.clave);
    if (here || asking.has(id)) return DONE;
    asking.add(id);
    try {
      const archivo = await readAgain(manejador);
      if (asking.has(id)) take(archivo, { titulo, codigoTipo: tipo, contextoDocumento }, manejador, { documentoId: id, huella: hashDocumento ?? undefined });
      return DONE;
    } catch (cause) {
      return { falla: toFalla(cause) };
    } finally {
      asking.delete(id);
    }
  }

  function cancel(clave: string) {
    const entry = entries.get(clave);
    if (entry?.subida) return entry.subida.cancelar();
    if (entry?.shown.estado.fase !== 'turno') return;
    const { documentoId } = entry.antes;
    show(entry, { ...waiting(entry.archivo, entry.antes), fase: 'cancelada' });
    if (documentoId === undefined) return;
    handles.forget(documentoId);
    void api.cancel(documentoId).catch(() => {}); // else the server forgets it in a day
  }

  function remove(clave: string) {
    const entry = entries.get(clave);
    if (!entry || !haTerminado(entry.shown.estado)) return;
    entries.delete(clave);
    tellAll();
  }

  function forgetAll() {
    const all = [...entries.values()];
    entries.clear();
    asking.clear();
    handles.clear();
    for (const { subida, shown, tellEnd } of all) {
      subida?.detener();
      tellEnd({ fase: 'cancelada', hechos: 0, total: shown.estado.total });
    }
    tellAll();
  }

  return {
    subidas: list,
    reanudables: handles.documents,
    subir: (archivo, datos, manejador) => take(archivo, datos, manejador, {}),
    reanudar: resume,
    cancelar: cancel,
    reintentar: retry,
    quitar: remove,
    close() {
      stopListening?.();
      forgetAll();
    },
  };
}

function waiting({ size }: File, { documentoId }: Empezada): Extract<EstadoDeSubida, { fase: 'turno' }> {
  return { fase: 'turno', hechos: 0, total: size, ...(documentoId !== undefined && { documentoId }) };
}

/** A page that is left in the middle asks first: what was chosen would be lost. */
function ask(event: BeforeUnloadEvent) {
  event.preventDefault();
}
