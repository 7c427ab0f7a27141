const MAX_CACHED = 200_000;

/**
 * Remembers the results of a pure function of one string; forgets all when there are too many.
 * @param most results to remember
 */
export function memoize<Result>(
  compute: (key: string) => Result,
  most = MAX_CACHED,
): (key: string) => Result {
  const known = new Map<string, Result>();
  // Often the same is asked for several times in a row.
  let lastKey: string | undefined;
  let last: Result | undefined;
  return (key) => {
    if (lastKey === key) return last as Result;
    let result = known.get(key);
    if (result === undefined) {
      result = compute(key);
      if (known.size >= most) known.clear();
      known.set(key, result);
    }
    lastKey = key;
    last = result;
    return result;
  };
}
