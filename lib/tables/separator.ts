export type Separator = "," | ";" | "\t" | "|";

const SEPARATORS: Separator[] = [",", ";", "\t", "|"];
const MOST_ROWS = 200;

/**
 * Which character separates the cells, from the beginning of a text: the one that gives a known header, otherwise
 * the one that gives most cells in rows of one length.
 */
export function separatorOf(text: string, isHeader: (cells: string[]) => boolean): Separator {
  const [, announced] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const named = SEPARATORS.find((separator) => separator === announced);
  if (named) return named;
  const tables = SEPARATORS.map((separator) => ({ separator, rows: rowsOf(text, separator) }));
  const known = tables.filter(({ rows }) => rows.some(isHeader));
  const [only] = known;
  if (only && known.length === 1) return only.separator;
  const scores = tables.map(({ separator, rows }) => ({ separator, score: regularity(rows) }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}

/** How many separators the rows of the commonest length have. */
function regularity(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([length, count]) => count * (length - 1)));
}

/** A lenient reading, good enough to compare separators. */
function rowsOf(text: string, separator: Separator): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let i = 0; i < text.length && rows.length < MOST_ROWS; i++) {
    const character = text[i] ?? "";
    if (character === '"' && (isQuoted || cell.trim() === "")) isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === separator) {
      cells.push(cell.trim());
      cell = "";
    } else if (character === "\n") {
      rows.push([...cells, cell.trim()]);
      cells = [];
      cell = "";
    } else cell += character;
  }
  if (cell.trim() !== "" && rows.length < MOST_ROWS) rows.push([...cells, cell.trim()]);
  return rows.filter((row) => row.some((one) => one !== ""));
}
