const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Copies a list that is kept for long: one that has grown holds memory for up to sixteen more elements,
 * which counts where there are millions of lists of two or three.
 */
export function fitted<Element>(list: readonly Element[]): readonly Element[] {
  return list.length === 0 ? NOTHING : list.slice();
}
