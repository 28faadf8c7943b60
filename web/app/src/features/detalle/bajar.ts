import { descargar, guardarBlob } from '../../shared/ui/guardar-archivo';

/** The page holds what it fetches: a larger file is fetched by the browser, which writes it to the disk as it comes. */
const MOST = 200 * 2 ** 20;

/** Why a file was not saved: where it is nobody gives it, or it was lost on its way. */
export type NoBajo = 'rechazado' | 'perdido';

/**
 * Saves a file by its link; why not, if it does not come. A link of another origin that is refused would be a tab with
 * what a store says to programs: the page fetches such a file itself, and knows what became of it; or, if it is too large,
 * that the store gives it.
 */
export async function bajar(url: string, { nombre, bytes }: { nombre: string; bytes: number }): Promise<NoBajo | undefined> {
  const own = new URL(url, location.href).origin === location.origin; // the browser saves it, and stays here whatever comes of it
  if (own) return void descargar(url);
  const abort = new AbortController();
  const answer = await answerOf(url, abort.signal);
  if (answer === 'lost') return 'perdido';
  if (answer !== 'browser' && !answer.ok) return 'rechazado';
  if (answer === 'browser' || bytes > MOST) {
    abort.abort(); // it was asked only whether it gives the file
    return void descargar(url);
  }
  try {
    guardarBlob(nombre, await answer.blob());
  } catch {
    return 'perdido';
  }
}

async function answerOf(url: string, signal: AbortSignal): Promise<Response | 'browser' | 'lost'> {
  try {
    return await fetch(url, { signal });
  } catch {
    return (await isThere(url)) ? 'browser' : 'lost';
  }
}

/** Whether somebody answers, who then only does not let pages of this origin read: the browser may. */
async function isThere(url: string): Promise<boolean> {
  const abort = new AbortController();
  try {
    await fetch(url, { mode: 'no-cors', signal: abort.signal });
    return true;
  } catch {
    return false;
  } finally {
    abort.abort(); // what it answers is of no use
  }
}
