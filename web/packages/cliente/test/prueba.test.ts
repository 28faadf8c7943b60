import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sellada, type Pedida } from '../src/prueba.js';
import { createSession } from '../src/session.js';

const EVENTO = '{"sal":"x"}';
const WAITS: Pedida = { evento: EVENTO, sello: null, sinSello: 'SIN_SELLAR' };
const SEALED: Pedida = { evento: EVENTO, sello: { prueba: 'P\n', llaves: 'L\n' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers these, and then the last one for ever. */
function server(...answers: Pedida[]) {
  const session = createSession(() => 'x');
  const ask = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0]));
  const told = sellada(ask, 'constancia.json', session).then(
    (file) => file,
    (cause: { name: string; falla?: { codigo: string } }) => cause.falla?.codigo ?? cause.name,
  );
  return { session, ask, told };
}

it('is one file, as soon as it is sealed', async () => {
  const { ask, told } = server(WAITS, WAITS, SEALED);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  const file = (await told) as File;
  expect([file.name, file.type]).toEqual(['constancia.json', 'application/json']);
  expect(await file.text()).toBe('{\n  "formato": "carpeta.constancia/v1",\n  "evento": "{\\"sal\\":\\"x\\"}",\n  "prueba": "P\\n",\n  "llaves": "L\\n"\n}\n');
});

it.each(['APAGADO', 'DANADO'])('is not waited for where nothing is sealed: %s', async (sinSello) => {
  const { ask, told } = server({ ...WAITS, sinSello });
  expect(await told).toBe('SIN_SELLO');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('is waited for a minute, and not for ever', async () => {
  const { ask, told } = server(WAITS);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await told).toBe('SIN_SELLAR');
  expect(ask).toHaveBeenCalledTimes(30);
});

it('is asked for no more when the person has left: the next one would ask', async () => {
  const { session, ask, told } = server(WAITS);
  await vi.advanceTimersByTimeAsync(0);
  await session.signOut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await told).toBe('SessionEnded');
  expect(ask).toHaveBeenCalledTimes(1);
});
