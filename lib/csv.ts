/** The start of a formula in spreadsheets, also after blanks and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A text cell (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe:
 * names come from outside.
 */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of cells that are written already: {@link csvText}, or a number as it is. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
