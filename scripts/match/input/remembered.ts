/** So many distinct values are worth a table; files with more of them have mostly unique ones. */
const MOST = 100_000;

/**
 * A pure function of a text that remembers its answers: the same few dates, currencies and customers
 * come again in every row. What it throws it does not remember.
 */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size < MOST) known.set(text, value);
    return value;
  };
}

/** The same text, but one copy in memory for all rows that carry it. */
export const shared = remembered((text) => text);
