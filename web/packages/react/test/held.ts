import { vi } from 'vitest';

/** Something to wait for, until a test lets it happen. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Keeps the first answer of an operation back until it is released; the test's end gives fetch back. */
export function holdAnswer(operationName: string) {
  const real = globalThis.fetch;
  const [here, released] = [gate(), gate()];
  let first = true;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const held = first && String(init?.body).includes(`"operationName":"${operationName}"`);
    if (held) first = false;
    const response = await real(input, init);
    if (!held) return response;
    here.open();
    await released.opened;
    return response;
  });
  return { isHere: here.opened, release: released.open };
}
