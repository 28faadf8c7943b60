/** What is certified is sealed with what came beside it, about once a minute: so long a person waits, in milliseconds. */
const PATIENCE = 120_000;
const PAUSE = 3_000;

/** Why a verifiable file did not come: its proof is not ready yet, nobody gives it (any more), or it was lost on its way. */
export type NoTraido = 'tarda' | 'rechazado' | 'perdido';

/**
 * Fetches a verifiable file by its link, which leads to this very server, and tells when it waits for the seal: a file
 * whose proof is not there yet would be a download that failed.
 */
export async function traer(url: string, signal: AbortSignal, esperando: () => void): Promise<Blob | NoTraido> {
  const { pathname } = new URL(url);
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      const answer = await fetch(pathname, { signal, cache: 'no-store' });
      if (answer.ok) return await answer.blob();
      if (answer.status !== 503) return 'rechazado';
    } catch {
      return 'perdido';
    }
    if (Date.now() > end) return 'tarda';
    esperando();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
