/** Shorter ones may be on anything. */
const SHORTEST_NUMBER = 4;

/** Whether two reference fields have a number or id in common. */
export function sharesNumber(left: string, right: string): boolean {
  const words = new Set(wordsOf(left));
  return wordsOf(right).some((word) => words.has(word));
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word.length >= SHORTEST_NUMBER);
}
