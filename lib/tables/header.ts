import { amountText } from "./amount-text";
import { dateText } from "./date-text";

/** The cells of one row, trimmed, and its number as a spreadsheet shows it: the first row is 1. */
export interface TableRow {
  cells: string[];
  row: number;
}

/** Column → the places of its cells, the preferred first: several columns may mean the same. */
export type Header = ReadonlyMap<string, readonly number[]>;

/**
 * @param nameOf our name for a column; null for a column we do not use
 * @param rankOf which of several headings of one name is preferred: the lowest
 */
export function tableHeader(
  cells: readonly string[],
  nameOf: (cell: string) => string | null,
  rankOf: (cell: string) => number = () => 0,
): Header {
  const header = new Map<string, { place: number; rank: number }[]>();
  for (const [place, cell] of cells.entries()) {
    const name = cell === "" ? null : nameOf(cell);
    if (name === null) continue;
    header.set(name, [...(header.get(name) ?? []), { place, rank: rankOf(cell) }]);
  }
  return new Map(
    [...header].map(([name, places]) => [
      name,
      places.sort((a, b) => a.rank - b.rank || a.place - b.place).map(({ place }) => place),
    ]),
  );
}

/** The first cell of a column that isn't empty; "" when there is none. */
export function cellOf(header: Header, name: string, cells: readonly string[]): string {
  for (const place of header.get(name) ?? []) {
    const cell = cells[place];
    if (cell) return cell;
  }
  return "";
}

/** A row without the empty cells at its end. */
export function trimmedEnd(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== "");
  return cells.slice(0, last + 1);
}

const TOTAL =
  /^(?:(?:grand |sub-?)?total|totals|totale|totaal|totalt|gesamt(?:summe|betrag)?|summe|suma|somme|razem|yhteensä)(?![\p{L}\p{N}])/iu;

/** "TOTAL", "Total for Ana", "Total pour Ana" */
export function isTotal(text: string): boolean {
  return TOTAL.test(text);
}

const OF_SOMETHING =
  /^(?:$|[\s:]+(?:for|of|pour|de|des|del|du|da|do|para|per|für|von|voor|van)(?!\p{L}))/iu;

/** A total that names what it adds up, even without amounts; "Total Wine" may be a customer. */
export function isTotalOf(text: string): boolean {
  const [total] = TOTAL.exec(text) ?? [];
  return total !== undefined && OF_SOMETHING.test(text.slice(total.length));
}

/** A row that adds others up: a total's name, and nothing else but amounts. */
export function isTotalRow(cells: readonly string[]): boolean {
  const [first = "", ...rest] = cells.filter((cell) => cell !== "");
  return isTotal(first) && rest.every((cell) => amountText(cell) !== null);
}

/** How many rows below a header may be looked at. */
const FOLLOWING = 3;
/** More than a table has. */
const MOST_COLUMNS = 10_000;

/**
 * The row that looks like a header: most cells of words, and above rows of data if there are any. Undefined when no row
 * has two such cells.
 */
export function likelyHeader(rows: readonly TableRow[]): TableRow | undefined {
  let best: { row: TableRow; words: number } | undefined;
  for (const [place, row] of rows.entries()) {
    const words = row.cells.filter((cell) => cell !== "" && !isData(cell)).length;
    if (words < 2 || row.cells.some(isData)) continue;
    const below = rows.slice(place + 1, place + 1 + FOLLOWING);
    const isAboveData = below.some(({ cells }) => cells.some(isData));
    const score = isAboveData ? words + MOST_COLUMNS : words;
    if (score > (best?.words ?? 0)) best = { row, words: score };
  }
  return best?.row;
}

function isData(cell: string): boolean {
  return /\d/.test(cell) && (amountText(cell) !== null || dateText(cell) !== null);
}
