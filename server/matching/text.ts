/** Folding and splitting of free text; everything that compares words goes through here. */

const LETTERS: Record<string, string> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const ASCII = /^[\u0020-\u007e]*$/;

/** Lower case without diacritics: "Müller" → "muller", "Strauß" → "strauss". */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Words of letters and digits, folded; an apostrophe joins ("O'Brien" → "obrien"). */
export function words(text: string): string[] {
  return fold(text)
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whether a and b are at most `limit` edits apart (insert, delete, replace, swap of neighbours). */
export function withinEdits(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) > limit) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      if (cost < best) best = cost;
    }
    if (best > limit) return false;
    beforeLast = last;
    last = row;
  }
  return (last[b.length] ?? 0) <= limit;
}

/** How many edits a word of this length may be off and still be the same word with a typo. */
export function tolerableEdits(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
