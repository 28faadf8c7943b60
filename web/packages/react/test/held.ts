import { vi } from 'vitest';

/** Something to wait for, until a test lets it happen. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** What a test has put in its place already, or the platform's own. */
function fetchOfNow(): typeof fetch {
  return vi.isMockFunction(globalThis.fetch) ? (vi.mocked(globalThis.fetch).getMockImplementation() as typeof fetch) : globalThis.fetch;
}

/** Loses so many questions of an operation on their way, from its `turn`th one on. */
export function loseQuestions(operationName: string, turn: number, times: number) {
  const real = fetchOfNow();
  let [come, left] = [0, times];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const named = String(init?.body).includes(`"operationName":"${operationName}"`);
    if (!named || ++come < turn || left === 0) return real(input, init);
    left--;
    throw new TypeError('Failed to fetch');
  });
  return { left: () => left };
}

/** Keeps the first question of an operation back until it is released: until then the server knows nothing of it. */
export function holdQuestion(operationName: string) {
  const real = fetchOfNow();
  const released = gate();
  let held = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!held && String(init?.body).includes(`"operationName":"${operationName}"`)) {
      held = true;
      await released.opened;
    }
    return real(input, init);
  });
  return { release: released.open };
}

/** Keeps the first answers of an operation back until they are released, or lost; the test's end gives fetch back. */
export function holdAnswer(operationName: string, times = 1) {
  const real = fetchOfNow();
  const [here, released] = [gate(), gate()];
  let [toHold, toCome, lost] = [times, times, false];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const held = toHold > 0 && String(init?.body).includes(`"operationName":"${operationName}"`);
    if (held) toHold--;
    const response = await real(input, init);
    if (!held) return response;
    if (--toCome === 0) here.open();
    await released.opened;
    if (lost) throw new TypeError('Failed to fetch');
    return response;
  });
  const lose = () => {
    lost = true;
    released.open();
  };
  return { isHere: here.opened, release: released.open, lose };
}

/** The server does what it is asked for the first time, and refuses to say so. */
export function failOnce(operationName: string) {
  const real = fetchOfNow();
  let failed = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const mine = !failed && String(init?.body).includes(`"operationName":"${operationName}"`);
    if (!mine) return real(input, init);
    failed = true;
    await real(input, init);
    const body = JSON.stringify({ errors: [{ message: 'Algo falló.', extensions: { code: 'FORBIDDEN' } }] });
    return new Response(body, { headers: { 'Content-Type': 'application/graphql-response+json; charset=utf-8' } });
  });
}

/** The first time that an operation is asked for the server is UNAVAILABLE, and so many milliseconds pass meanwhile. */
export function refuseOnce(operationName: string, milliseconds: number) {
  const real = globalThis.fetch;
  const now = performance.now.bind(performance);
  let refused = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (refused || !String(init?.body).includes(`"operationName":"${operationName}"`)) return real(input, init);
    refused = true;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
    const body = JSON.stringify({ errors: [{ message: 'El servicio no está disponible.', extensions: { code: 'UNAVAILABLE' } }] });
    return new Response(body, { status: 503, headers: { 'Content-Type': 'application/graphql-response+json; charset=utf-8' } });
  });
}

/** Refuses the first question that has such a text in it, for this reason. */
export function refuseQuestion(text: string, code: string) {
  const real = fetchOfNow();
  let refused = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (refused || !String(init?.body).includes(text)) return real(input, init);
    refused = true;
    const body = JSON.stringify({ errors: [{ message: 'No.', extensions: { code } }] });
    return new Response(body, { headers: { 'Content-Type': 'application/graphql-response+json; charset=utf-8' } });
  });
  return { isOver: () => refused };
}
