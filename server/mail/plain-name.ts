const MAX_LENGTH = 60;

/**
 * A name for a mail to strangers: no line break, no markup, and nothing that a mail program makes a link of (a dot
 * stays only at the end of a word: "Inc.").
 */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}&'’,.()-]+/gu, " ")
    .replace(/\.(?=\S)/g, " ")
    .trim();
  const letters = [...plain];
  return letters.length <= MAX_LENGTH ? plain : `${letters.slice(0, MAX_LENGTH).join("").trim()}…`;
}
