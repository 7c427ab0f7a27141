import type { NameForm } from "./names";
import { tolerableEdits, withinEdits } from "./tokenize";
import { WORD_FITS, type Word, type WordFit, wordOf } from "./word-fits";

/** A word of a bank text that agrees with one word, or several joined ones, of the other side. */
export interface TextFit {
  word: string;
  how: Exclude<WordFit, "initial"> | "joined";
}

/**
 * Words that two free texts share, spelled as in the right one. A bank truncates names, joins and
 * misspells them ("ACH CREDIT APEXTECHNOL" and "Apex Technology - invoice"). O(w²) for w words.
 */
export function sharedWords(left: NameForm, right: NameForm): TextFit[] {
  const found: TextFit[] = [];
  if (right.distinctive.length === 0) return found;
  const open = right.distinctive.map(wordOf);
  for (const word of left.distinctive) take(wordOf(word), open, found);
  return found;
}

/** Moves the words that agree from the open ones to those found. */
function take(word: Word, open: Word[], found: TextFit[]): void {
  for (const [how, accepts] of WORD_FITS) {
    if (how === "initial") continue;
    // A word that starts with another one may be two joined words.
    if (how === "prefix" && takeJoined(word, open, found)) return;
    for (let at = 0; at < open.length; at++) {
      const other = open[at];
      if (!other || !accepts(word, other)) continue;
      open.splice(at, 1);
      found.push({ word: other.text, how });
      return;
    }
  }
}

function takeJoined({ text }: Word, open: Word[], found: TextFit[]): boolean {
  for (let at = 0; at < open.length; at++) {
    const count = countJoinedWords(text, open, at);
    if (count < 2) continue;
    for (const other of open.splice(at, count)) found.push({ word: other.text, how: "joined" });
    return true;
  }
  return false;
}

/**
 * Number of open words, from a position on, that the given word consists of; the last one may be
 * truncated or misspelled.
 */
function countJoinedWords(word: string, open: Word[], from: number): number {
  let joined = open[from]?.text ?? "";
  if (joined.length < 3 || word.length <= joined.length) return 0;
  for (let count = 2; from + count <= open.length; count++) {
    joined += open[from + count - 1]?.text ?? "";
    const start = joined.slice(0, word.length);
    if (withinEdits(word, start, tolerableEdits(start.length) - 1)) return count;
    if (joined.length > word.length) return 0;
  }
  return 0;
}
