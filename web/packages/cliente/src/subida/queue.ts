/** Runs tasks, some at a time, in the order in which they came. */
export interface Queue {
  add(task: () => Promise<unknown>): void;
}

export function createQueue(atATime: number): Queue {
  const waiting: (() => Promise<unknown>)[] = [];
  let running = 0;

  function next() {
    while (running < atATime && waiting.length > 0) {
      running++;
      const task = waiting.shift() as () => Promise<unknown>;
      void task().finally(() => {
        running--;
        next();
      });
    }
  }

  return {
    add(task) {
      waiting.push(task);
      next();
    },
  };
}
