/** 1 when both names have the same words in any order; the share of common words else. */
export function nameLikeness(left: string, right: string): number {
  const [a, b] = [nameWords(left), nameWords(right)];
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / Math.max(a.size, b.size);
}

const LEGAL_FORMS = new Set(["inc", "llc", "ltd", "co", "corp", "gmbh", "the", "and"]);

/** The significant words of a name: lower case, without accents, punctuation and legal forms. */
export function nameWords(name: string): Set<string> {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const all = plain.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(all.filter((word) => !LEGAL_FORMS.has(word)));
}
