/**
 * Reads items `atOnce` at a time and yields each with its reading, in the items' order, so that no more
 * than that many results are held. When the walk ends early nothing further is begun, and nothing is
 * still being read afterwards.
 */
export async function* readAhead<T, R>(
  items: Iterable<T>,
  atOnce: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, reading: Promise<R>]> {
  const begun: (readonly [T, Promise<R>])[] = [];
  try {
    for (const item of items) {
      const reading = read(item);
      // A failure is told in its turn; until then it is no stray one.
      reading.catch(() => undefined);
      begun.push([item, reading]);
      if (begun.length >= atOnce) yield* begun.splice(0, 1);
    }
    while (begun.length > 0) yield* begun.splice(0, 1);
  } finally {
    await Promise.allSettled(begun.map(([, reading]) => reading));
  }
}
