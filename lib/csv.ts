/** The start of a formula in spreadsheets, also after blanks, invisible characters and in full width. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** A semicolon separates cells where the comma is the decimal sign. */
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

/**
 * A text cell (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe, because
 * names come from outside.
 */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of finished cells: {@link csvText}, or plain numbers. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
