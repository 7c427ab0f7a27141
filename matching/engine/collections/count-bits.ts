/** @returns how many bits of a 32-bit integer are set */
export function countBits(bits: number): number {
  // Counts of two, four and eight bits next to each other, then their sum.
  const twos = bits - ((bits >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  const eights = (fours + (fours >>> 4)) & 0x0f0f0f0f;
  return Math.imul(eights, 0x01010101) >>> 24;
}
