import { createStore, type Store } from '../store.js';
import type { CarpetaClient } from './carpeta-client.js';
import { innerOf } from './inner.js';
import { listenToNews, type Novedad } from './news.js';

/** A deletion that can be taken back until its window ends. */
export interface Deshacible {
  documentoId: string;
  eventoId: string;
  /** Of the document; null if it is not known. */
  titulo: string | null;
  /** When it ends, by the clock of this machine. */
  hasta: Date;
}

/** What can be taken back on this page, the newest last: each leaves when its time is over, or when it was taken back elsewhere. */
export interface UndoOffers {
  list: Store<readonly Deshacible[]>;
  offer(one: Omit<Deshacible, 'hasta'>, milliseconds: number): void;
  withdraw(eventoId: string): void;
  close(): void;
}

/** A timer takes no more than this, 24.8 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The offers of the page. */
export const undoOffersOf = (client: CarpetaClient): UndoOffers => innerOf(client).part(createUndoOffers);

function createUndoOffers({ apollo, session }: CarpetaClient): UndoOffers {
  const list = createStore<readonly Deshacible[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function withdraw(eventoId: string) {
    clearTimeout(timers.get(eventoId));
    timers.delete(eventoId);
    list.set(list.get().filter((one) => one.eventoId !== eventoId));
  }

  function withdrawLater(eventoId: string, milliseconds: number) {
    const now = Math.min(milliseconds, LONGEST_TIMER);
    timers.set(eventoId, setTimeout(() => (milliseconds > now ? withdrawLater(eventoId, milliseconds - now) : withdraw(eventoId)), now));
  }

  function withdrawAll() {
    for (const { eventoId } of list.get()) withdraw(eventoId);
  }

  const stops = [
    session.onLeave(withdrawAll),
    listenToNews(apollo, (novedad) => {
      for (const one of list.get()) if (isOver(one, novedad)) withdraw(one.eventoId);
    }),
  ];

  return {
    list,
    offer(one, milliseconds) {
      if (milliseconds <= 0) return;
      withdraw(one.eventoId); // the same deletion, asked for again
      list.set([...list.get(), { ...one, hasta: new Date(Date.now() + milliseconds) }]);
      withdrawLater(one.eventoId, milliseconds);
    },
    withdraw,
    close() {
      for (const stop of stops) stop();
      withdrawAll();
    },
  };
}

/** Whether the window of a deletion has ended, by what is told of it: it went on, was taken back, or is complete. */
function isOver({ documentoId, eventoId }: Deshacible, { tipo, documentoGlobalId, eliminacion }: Novedad) {
  if (eliminacion?.eventoId !== eventoId) return tipo === 'SE_FUE' && documentoGlobalId === documentoId;
  return tipo === 'DESBLOQUEADO' || !['ESPERA', 'APROBACION'].includes(eliminacion.pasoActual);
}
