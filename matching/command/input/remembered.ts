/** Maximum number of cached values; files with more have mostly unique ones. */
const MAX_CACHED = 100_000;

/**
 * Caches a pure function of a text: the same few dates, currencies and customers repeat in every row. Errors
 * are not cached.
 */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size < MAX_CACHED) known.set(text, value);
    return value;
  };
}

/** Interns a text: one copy in memory for all rows that contain it. */
export const shared = remembered((text) => text);
