// The screen that verifies: without a session it says what `carpeta auditoria verificar` says, in words; without a network
// it does not say who signed.
import { readFile } from 'node:fs/promises';
import { drops } from './drop.mjs';

const GENUINE = /Esta constancia es auténtica.* se eliminó para siempre un documento \(.+\), a petición de la persona dueña de la carpeta\..* nadie la ha cambiado desde entonces\./;
const BY_SOMEBODY = /Falta saber quién firmó esta (constancia|prueba)/;
const REFUSED = /no es auténtica|ni una constancia/;
/** So many of the bytes of a file are changed, from the first to the last, one at a time. */
const CHANGED = 8;

export async function verifiesAReceipt(person, { context, receipt, foreignKeys }) {
  const constancia = await readFile(receipt);
  const files = await filesOf(person.origin, JSON.parse(constancia));
  await person.goes('Verificar', 'Verificar un documento o una constancia');
  await person.isAccessible('verificar');
  await person.press('Salir'); // whoever is shown a receipt need not have a folder
  await person.page.getByRole('link', { name: 'Entrar', exact: true }).waitFor();
  await person.reads('Verificar un documento o una constancia');

  await drops(person.page, context, [receipt]);
  await person.concludes(['constancia.json'], GENUINE);
  await person.page.getByText('Prueba técnica').click();
  await person.isAccessible('verificado');

  await context.setOffline(true);
  for (const one of [{ constancia }, ...accepted(files)]) await person.chooses(one, BY_SOMEBODY);
  await person.isAccessible('verificado sin red');
  for (const [i, file] of changes(constancia).entries()) await person.chooses({ [`cambiada-${i}`]: file }, /no es auténtica|ni una constancia|dañado/);
  for (const [why, one] of refused(files, await readFile(foreignKeys))) await person.chooses(one, why);
  await person.isAccessible('rechazado');
  await context.setOffline(false);
  await person.chooses({ deNuevo: constancia }, GENUINE);
  await person.page.getByRole('link', { name: 'Entrar', exact: true }).click();
}

/** A receipt as the three files that it was before, and more that the API gives: another event, and growth. */
async function filesOf(origin, { evento, prueba, llaves }) {
  const ask = await asCitizen(origin);
  await ask('{ miCarpeta { documentos(first: 1) { nodes { urlDescarga } } } }'); // which is recorded, and makes the log grow
  const { accesos } = (await ask('{ miCarpeta { accesos(first: 1) { nodes { eventoId } } } }')).miCarpeta;
  const otro = await until(async () => {
    const { p } = await ask('query($e: UUID!) { p: pruebaDeEvento(eventId: $e) { evento sello { prueba } } }', { e: accesos.nodes[0].eventoId });
    return p.sello && { evento: p.evento, prueba: p.sello.prueba };
  });
  const desde = Number(/\n\n[^\n]+\n(\d+)\n/.exec(prueba)[1]); // the size in the checkpoint
  const crece = await until(async () => {
    const { c } = await ask('query($n: Long!) { c: pruebaDeCrecimiento(desde: $n) { entradas checkpoint crecimiento } }', { n: desde });
    return c.entradas > desde && c;
  });
  return { evento, prueba, llaves, otro, crece };
}

/** What is proven, each as files by their names. */
function accepted({ evento, prueba, llaves, otro, crece }) {
  return [
    { evento, prueba, llaves },
    { otro: otro.evento, suPrueba: otro.prueba, llaves },
    { evento, prueba, llaves, sello: crece.checkpoint, crecimiento: crece.crecimiento },
  ];
}

/** What proves nothing, and why. */
function refused({ evento, prueba, llaves, otro, crece }, ajenas) {
  const half = (file) => Buffer.from(file).subarray(0, file.length / 2);
  return [
    ...changes(evento).map((file, i) => [REFUSED, { [`evento-${i}`]: file, prueba, llaves }]),
    ...changes(prueba).map((file, i) => [REFUSED, { evento, [`prueba-${i}`]: file, llaves }]),
    [/no van juntos/, { eventoCortado: half(evento), prueba, llaves }],
    [/prueba está cortado/, { evento, pruebaCortada: half(prueba), llaves }],
    [/llaves está cortado/, { evento, prueba, llavesCortadas: half(llaves) }],
    [/de ninguna de estas llaves/, { evento, prueba, ajenas }],
    [/no van juntos/, { otroEvento: otro.evento, prueba, llaves }],
    [/Falta el archivo de las llaves/, { evento, prueba }],
    [/Falta el archivo de un evento/, { prueba, llaves }],
    [/Falta el archivo de una prueba/, { evento, llaves }],
    [/falta el archivo del crecimiento/, { evento, prueba, llaves, sinCrecimiento: crece.checkpoint }],
    [/crecimiento está cortado/, { evento, prueba, llaves, sello: crece.checkpoint, cortado: half(crece.crecimiento.split('\n\n')[0]) }],
    [/no es de una constancia/, { evento, prueba, llaves, foto: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }],
  ];
}

function changes(file) {
  return Array.from({ length: CHANGED }, (_, i) => {
    const changed = Buffer.from(file);
    changed[Math.round((i * (changed.length - 1)) / (CHANGED - 1))] ^= 1;
    return changed;
  });
}

/** Asks the API as the citizen of the demonstration. */
async function asCitizen(origin) {
  const { token } = await (await fetch(new URL('/config.json', origin))).json();
  return async (query, variables) => {
    const answer = await fetch(new URL('/graphql', origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await answer.json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** Asks again until there is something: a seal and a period take seconds. */
async function until(ask) {
  for (const end = Date.now() + 180_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 1_000))) {
    const found = await ask();
    if (found) return found;
  }
  throw new Error('it did not come within three minutes');
}
