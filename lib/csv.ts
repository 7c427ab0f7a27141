/** What a spreadsheet takes for the beginning of a formula, also behind blanks and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A cell of text (RFC 4180). Whatever a spreadsheet would run as a formula gets an apostrophe in front:
 * names come from other people.
 */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of cells that are written already: {@link csvText}, or a number as it is. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
