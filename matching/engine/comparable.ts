/** A probability as it is compared: equal ones are equal whatever order their sums were taken in; 0 to 1e9. */
export function comparable(probability: number): number {
  return Math.round(probability * 1e9);
}
