import { append } from "../collections/append";
import type { PayoutItem } from "../records/records";

/** Lines of a day whose descriptions have the same words: "T1 AM". */
export interface Tagged {
  tag: string;
  items: PayoutItem[];
}

/** With more different words the descriptions name customers or products. */
const MAX_TAGS = 12;
const WORD = /[\p{L}\p{N}]+/gu;
/** A tag may have a number ("T2"), but is none. */
const NUMBER = /^\d+$/;

/**
 * Words that some of a day's lines have in their description and others don't, such as terminal,
 * shift or card brand, and their pairs.
 * @param lines of one day and deposit
 * @returns groups of at least two lines; none where there are too many words
 */
export function tagged(lines: readonly PayoutItem[]): Tagged[] {
  const byWord = new Map<string, PayoutItem[]>();
  for (const item of lines) {
    for (const word of wordsOf(item)) if (!NUMBER.test(word)) append(byWord, word, item);
  }
  const tags = [...byWord]
    .filter(([, items]) => items.length > 1 && items.length < lines.length)
    .map(([tag, items]) => ({ tag, items }));
  if (tags.length > MAX_TAGS) return [];
  const pairs = tags.flatMap((first, i) =>
    tags.slice(i + 1).flatMap((second) => {
      const items = first.items.filter((item) => second.items.includes(item));
      const isNew = items.length < first.items.length && items.length < second.items.length;
      return isNew && items.length > 1
        ? { tag: [first.tag, second.tag].sort().join(" "), items }
        : [];
    }),
  );
  return [...tags, ...pairs];
}

/** @returns the lines that have all words of a tag */
export function withTag(lines: readonly PayoutItem[], tag: string): PayoutItem[] {
  const tags = tag.split(" ");
  return lines.filter((item) => {
    const words = wordsOf(item);
    return tags.every((word) => words.has(word));
  });
}

export function wordsOf({ line }: PayoutItem): Set<string> {
  return new Set(line?.description?.toLowerCase().match(WORD) ?? []);
}
