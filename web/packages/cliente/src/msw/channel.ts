/** What is told to everybody who follows; who comes later hears all of it too, from its beginning. */
export interface Channel<T> {
  tell(value: T): void;
  follow(): AsyncIterableIterator<T>;
}

export function createChannel<T>(): Channel<T> {
  const told: T[] = [];
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  return {
    tell(value) {
      told.push(value);
      wakeAll();
    },
    follow() {
      let next = 0;
      let over = false;
      const end = async () => {
        over = true;
        wakeAll();
        return { done: true, value: undefined } as const;
      };
      return {
        async next() {
          while (!over && next >= told.length) await oneOf(waiting);
          return over ? { done: true, value: undefined } : { done: false, value: told[next++] as T };
        },
        return: end,
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
  };
}

/** Waits to be called, once. */
function oneOf(waiting: Set<() => void>) {
  return new Promise<void>((resolve) => {
    const wake = () => {
      waiting.delete(wake);
      resolve();
    };
    waiting.add(wake);
  });
}
