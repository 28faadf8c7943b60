import { utf8 } from '../bytes';
import { Rechazo, type Codigo } from './rechazo';
import { leerConfianza, verificar, type Informe } from './verificable';

/** What a verifiable file is worth here; `sinRespuesta`: this service did not say whom it trusts. */
export type Hallazgo = { informe: Informe } | { codigo: Codigo } | 'sinRespuesta';

/** A person waits for it. */
const PATIENCE = 10_000;

const asked = (path: string) => fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });

/** Verifies a file with the keys of this deployment, and with its status list if it can be had; the file leaves the browser for nowhere. */
export async function hallar(file: Uint8Array): Promise<Hallazgo> {
  let confianza;
  try {
    const answer = await asked('/.well-known/carpeta-sello/confianza.json');
    if (!answer.ok) return 'sinRespuesta';
    confianza = leerConfianza(utf8(new Uint8Array(await answer.arrayBuffer())));
  } catch {
    return 'sinRespuesta';
  }
  try {
    return { informe: await verificar(file, confianza, new Date(), lista) };
  } catch (cause) {
    if (cause instanceof Rechazo) return { codigo: cause.codigo };
    throw cause;
  }
}

async function lista(ruta: string): Promise<Uint8Array | undefined> {
  try {
    const answer = await asked(ruta);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined; // the sentence says what is known without it
  }
}
