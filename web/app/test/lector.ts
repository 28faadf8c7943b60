import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8 } from '../src/features/verificar/bytes';
import { Rechazo } from '../src/features/verificar/papel/rechazo';
import { leerConfianza, verificar } from '../src/features/verificar/papel/verificable';

/** A file to verify; the others are names in the folder of the test vectors. */
interface Caso {
  archivo: string;
  confianza: string;
  /** Whom somebody trusts, in the place of that file; base64. */
  texto?: string;
  lista?: string;
  ahora: string;
}

/** The verdict of the browser's port. It asks for a list only if the file names one; the command line refuses such a list. */
async function veredicto({ archivo, confianza, texto, lista, ahora }: Caso, testdata: (nombre: string) => Buffer): Promise<string> {
  let leida;
  try {
    leida = leerConfianza(utf8(texto ? Buffer.from(texto, 'base64') : testdata(confianza)));
  } catch {
    return ''; // no verdict
  }
  const token = lista ? Uint8Array.from(testdata(lista)) : undefined;
  try {
    const { resultado, estado } = await verificar(Uint8Array.from(Buffer.from(archivo, 'base64')), leida, new Date(ahora), () => Promise.resolve(token));
    return token && !estado && resultado !== 'EMISOR_DESCONOCIDO' ? 'LISTA' : resultado;
  } catch (cause) {
    if (cause instanceof Rechazo) return cause.codigo;
    throw cause;
  }
}

// node lector.mjs FOLDER < cases, as JSON: it prints their verdicts, as JSON.
const folder = process.argv[2]!;
const verdicts = [];
for (const caso of JSON.parse(readFileSync(0, 'utf8')) as Caso[]) verdicts.push(await veredicto(caso, (nombre) => readFileSync(join(folder, nombre))));
process.stdout.write(JSON.stringify(verdicts));
