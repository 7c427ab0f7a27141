import { compareAcrossScripts } from "./across-scripts";
import type { NameForm } from "./names";
import { isSyllabic, SCRIPT, scriptOf } from "./scripts";

/** Words of one name at most. */
const MAX_WORDS = 3;

/** "曹子涵 付款" and "子涵 曹": a name without the blank that it has elsewhere, in either order. */
export function isJoinedInText({ words }: NameForm, { distinctive }: NameForm): boolean {
  const [one = "", other = ""] = words;
  if (words.length !== 2 || !isSyllabic(one) || !isSyllabic(other)) return false;
  return distinctive.includes(one + other) || distinctive.includes(other + one);
}

/**
 * Tests whether a text names someone in another writing system than the name: "清水 花子 お支払い" and "Hanako Shimizu",
 * "Subscription - Jianguo Zhu" and "朱建国". O(words of the text).
 */
export function isReadInText(name: NameForm, text: NameForm): boolean {
  const isLatin = name.scripts === SCRIPT.latin;
  if ((text.scripts & ~name.scripts) === 0 || name.words.length > MAX_WORDS) return false;
  if (isLatin ? name.words.length < 2 : (text.scripts & SCRIPT.latin) === 0) return false;
  const { distinctive } = text;
  for (let from = 0; from < distinctive.length; from++) {
    let scripts: number = SCRIPT.none;
    for (let end = from + 1; end <= distinctive.length && end - from <= MAX_WORDS; end++) {
      scripts |= scriptOf(distinctive[end - 1] ?? "");
      if ((scripts === SCRIPT.latin) === isLatin) break;
      const part = { words: distinctive.slice(from, end), scripts };
      if (compareAcrossScripts(name, part).relation === "similar_name") return true;
    }
  }
  return false;
}
