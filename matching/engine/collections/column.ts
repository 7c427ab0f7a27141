/** One number of each record, in their order. Several times as fast as `Int32Array.from`, which goes through an iterator. */
export function column<Element>(
  records: readonly Element[],
  numberOf: (record: Element) => number,
): Int32Array {
  const values = new Int32Array(records.length);
  for (let at = 0; at < values.length; at++) {
    const record = records[at];
    if (record !== undefined) values[at] = numberOf(record);
  }
  return values;
}
