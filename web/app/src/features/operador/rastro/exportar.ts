import { needsToken, toFalla, type Falla, type Ingreso, type Session } from '@carpeta-ciudadana/cliente';
import { lenguaPedida } from '../../../shared/i18n/i18n';

export const FORMATOS = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;
export type Formato = keyof typeof FORMATOS;

interface Exportacion {
  session: Session;
  direccion: string;
  formato: Formato;
  finalidad: Record<string, string>;
  signal: AbortSignal;
  /** So many bytes are here. */
  llegaron: (bytes: number) => void;
}

/** The server's refusal, as toFalla reads it. */
class NotExported extends Error {
  constructor(readonly falla: Falla) {
    super(falla.mensaje);
  }
}

/** A browser keeps a Blob of such a size on the disk. */
const PIEZA = 16 << 20;

/** Everything that a filter has, as one file. Rejects if it was cut off: a file that is given is whole. */
export async function exportar({ session, direccion, formato, finalidad, signal, llegaron }: Exportacion): Promise<Blob> {
  const send = (token: string) =>
    fetch(direccion, { headers: { ...finalidad, 'Accept-Language': lenguaPedida(), Accept: FORMATOS[formato], Authorization: `Bearer ${token}` }, cache: 'no-store', signal });
  const token = await session.token();
  let answer = await send(token);
  if (await needsToken(answer)) answer = await send(await session.renew(token));
  if (await needsToken(answer)) throw session.end();
  if (!answer.ok || !answer.body) throw new NotExported(await refusalOf(answer));

  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let [size, sum] = [0, 0];
  const put = () => {
    parts.push(new Blob(open));
    [open, size] = [[], 0];
  };
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    open.push(value);
    size += value.length;
    llegaron((sum += value.length));
    if (size >= PIEZA) put();
  }
  put();
  return new Blob(parts, { type: FORMATOS[formato] });
}

/** Problems of RFC 9457, as the REST face writes them. */
interface Problem {
  code?: string;
  detail?: string;
  recovery?: string;
  field_errors?: Record<string, string>;
  acr_values?: string[];
  max_age?: number;
}

/** The form's names of what the REST face names otherwise. */
const CAMPOS: Record<string, string> = { correlation_id: 'correlationId', event_type: 'tipo', service: 'servicio', since: 'desde', until: 'hasta', operador_id: 'operadorId' };

const ingresoOf = ({ acr_values: acrValues, max_age: maxAge }: Problem): Ingreso => ({
  ...(acrValues && { acrValues }),
  ...(maxAge !== undefined && { maxAge }),
});

async function refusalOf(answer: Response): Promise<Falla> {
  const problem = await answer.json().then(
    (read) => read as Problem,
    (): Problem => ({}),
  );
  if (!problem.detail) return toFalla(Object.assign(new Error(`The server answered HTTP ${answer.status}.`), { statusCode: answer.status }));
  return {
    codigo: problem.code ?? 'INTERNAL',
    mensaje: problem.detail,
    ...(problem.recovery && { recuperacion: problem.recovery }),
    ...(problem.code === 'INSUFFICIENT_AUTHENTICATION' && { ingreso: ingresoOf(problem) }),
    campos: Object.entries(problem.field_errors ?? {}).map(([name, mensaje]) => ({ campo: CAMPOS[name] ?? name, mensaje })),
  };
}
