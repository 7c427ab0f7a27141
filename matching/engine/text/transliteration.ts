import { memoize } from "../collections/memoize";

/** Cyrillic and Greek letters and how passports and card networks write them in Latin. */
const LATIN: ReadonlyMap<string, string> = new Map(
  (
    "а a б b в v г g д d е e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts " +
    "ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya є ie і i ї i ґ g ў u ј j љ lj њ nj ћ c ђ d џ dz " +
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch " +
    "ψ ps ω o"
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.replace("-", "").split(" ") as [string, string]),
);
const LETTER = /[\u0370-\u03ff\u0400-\u04ff]/g;

/** @param folded lower case without diacritics; other scripts stay as they are */
export function transliterate(folded: string): string {
  return folded.replace(LETTER, (letter) => LATIN.get(letter) ?? letter);
}

/**
 * One form for spellings that differ by convention alone: "mueller" and "muller", "kovalyova" and
 * "kovaleva", "mikhail" and "michail".
 * @param word folded, Latin
 */
export const canonicalSpelling = memoize((word) =>
  word
    .replace(/([aou])e/g, "$1")
    .replace(/[yj](?=[aeiou])/g, "")
    .replace(/y/g, "i")
    .replace(/sz|z/g, "s")
    .replace(/kh|ch/g, "h")
    .replace(/c/g, "k")
    .replace(/w/g, "v")
    .replace(/(.)\1+/g, "$1"),
);
