import { type NameForm, WORD_FITS, type WordFit } from "./names";
import { tolerableEdits, withinEdits } from "./text";

/** A word of a bank's text that fits a word (or several, run together) of the other side. */
export interface TextFit {
  word: string;
  how: Exclude<WordFit, "initial"> | "joined";
}

/**
 * Words that two free texts share, as the right one spells them: a bank cuts names off, runs them
 * together and misspells them ("ACH CREDIT APEXTECHNOL" and "Apex Technology - invoice").
 */
export function sharedWords(left: NameForm, right: NameForm): TextFit[] {
  const words = right.telling;
  if (words.length === 0) return [];
  const open = [...words];
  return left.telling.flatMap((word) => take(word, open));
}

/** Takes the words that fit out of the open ones. */
function take(word: string, open: string[]): TextFit[] {
  for (const [how, accepts] of WORD_FITS) {
    if (how === "initial") continue;
    // A word that starts with another may be two words run together.
    const joined = how === "prefix" ? takeJoined(word, open) : [];
    if (joined.length > 0) return joined;
    const at = open.findIndex((other) => accepts(word, other));
    if (at !== -1) return open.splice(at, 1).map((other) => ({ word: other, how }));
  }
  return [];
}

function takeJoined(word: string, open: string[]): TextFit[] {
  for (const at of open.keys()) {
    const count = wordsRunTogether(word, open, at);
    if (count > 1) return open.splice(at, count).map((other) => ({ word: other, how: "joined" }));
  }
  return [];
}

/** How many of the words from here on the given one consists of; the last may be cut off or misspelt. */
function wordsRunTogether(word: string, open: string[], from: number): number {
  let joined = open[from] ?? "";
  if (joined.length < 3 || word.length <= joined.length) return 0;
  for (let count = 2; from + count <= open.length; count++) {
    joined += open[from + count - 1] ?? "";
    const start = joined.slice(0, word.length);
    if (withinEdits(word, start, tolerableEdits(start.length) - 1)) return count;
    if (joined.length > word.length) return 0;
  }
  return 0;
}
