/**
 * Reads `concurrency` items in parallel and yields each with its reading, in the items' order, so that no
 * more than that many results are held. When the consumer stops early, no further read starts, and all
 * started ones have settled.
 */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  concurrency: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, reading: Promise<R>]> {
  const begun: (readonly [T, Promise<R>])[] = [];
  try {
    for (const item of items) {
      const reading = read(item);
      // Mark as handled: the rejection surfaces when its turn comes.
      reading.catch(() => undefined);
      begun.push([item, reading]);
      if (begun.length >= concurrency) yield* begun.splice(0, 1);
    }
    while (begun.length > 0) yield* begun.splice(0, 1);
  } finally {
    await Promise.allSettled(begun.map(([, reading]) => reading));
  }
}
