/** Text in terminal columns: measured, cut and padded. */

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
const NARROW = /^[ -\u02ff…█▒]*$/;
const NO_WIDTH = /[\p{M}\p{Cf}]/u;

/** Data may contain control characters, which could move the cursor or colour the screen. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}

/** A text's width on a terminal, in columns. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (character < "\u0300") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Cuts a text to this width, ending in "…". */
export function cut(text: string, width: number): string {
  if (text.length * 2 <= width || widthOf(text) <= width) return text;
  return width < 1 ? "" : `${beginning(text, width - 1)}…`;
}

/** An id without its middle: its beginning shows the type, its end which one it is. */
export function shortId(id: string, width: number): string {
  if (widthOf(id) <= width) return id;
  if (width < 3) return cut(id, width);
  const head = beginning(id, Math.ceil((width - 1) / 2));
  const rest = [...id].reverse().join("");
  const tail = [...beginning(rest, width - 1 - widthOf(head))].reverse().join("");
  return `${head}…${tail}`;
}

/** As many ids as fit, and the number of others: "ch_1 ch_2 +3 more". */
export function shortList(ids: string[], width: number): string {
  const all = ids.join(" ");
  const [first = ""] = ids;
  if (widthOf(all) <= width) return all;
  if (ids.length === 1) return shortId(first, width);
  for (let shown = Math.min(ids.length - 1, width); shown > 0; shown--) {
    const text = `${ids.slice(0, shown).join(" ")} +${ids.length - shown} more`;
    if (widthOf(text) <= width) return text;
  }
  const more = ` +${ids.length - 1} more`;
  const room = width - more.length;
  return room < 5 ? cut(`${ids.length} ids`, width) : shortId(first, room) + more;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

/**
 * Wraps pieces into a limited number of lines. Breaks between pieces, and inside one only when it is too
 * long.
 */
export function wrap(pieces: string[], width: number, most: number): string[] {
  const lines: string[] = [];
  const append = (text: string, separator: string) => {
    const longer = `${lines.at(-1) ?? ""}${separator}${text}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  };
  for (const piece of pieces) {
    if (widthOf(piece) <= width) append(piece, " · ");
    else for (const [i, word] of piece.split(" ").entries()) append(word, i === 0 ? " · " : " ");
  }
  const shown = lines.slice(0, most);
  if (lines.length > most) shown.push(`${beginning(shown.pop() ?? "", width - 2)} …`);
  return shown.map((line) => cut(line, width));
}

function beginning(text: string, width: number): string {
  let taken = "";
  let left = width;
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    taken += character;
  }
  return taken;
}
