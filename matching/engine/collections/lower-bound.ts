/**
 * Binary search, O(log(to − from)).
 * @param sorted ascending between `from` and `to`
 * @returns first index in [from, to) of a number that is at least `value`; `to` if there is none
 */
export function lowerBound(
  sorted: ArrayLike<number>,
  value: number,
  from = 0,
  to = sorted.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
