/**
 * Makes a function that resolves when a principal's request may begin: at most one per principal in two turns of the
 * event loop. After each comes a turn without one, so many requests of one principal do not keep another waiting.
 */
export function callTurns() {
  const queues = new Map<string, (() => void)[]>();
  const serve = async (id: string, queue: (() => void)[]): Promise<void> => {
    for (let begin = queue.shift(); begin !== undefined; begin = queue.shift()) {
      await nextTurn();
      begin();
      await nextTurn();
    }
    queues.delete(id);
  };
  return (id: string): Promise<void> =>
    new Promise((resolve) => {
      const queue = queues.get(id);
      if (queue !== undefined) {
        queue.push(resolve);
        return;
      }
      const started = [resolve];
      queues.set(id, started);
      void serve(id, started);
    });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
