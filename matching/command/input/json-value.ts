import { isBlank } from "./array-splitter";
import { InputError } from "./errors";

/** Where a text begins in its file; all counted from 1. */
interface Place {
  file: string;
  row: number;
  line: number;
  column: number;
}

/** @throws InputError with line and column of the file */
export function parseJson(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(faultIn(text, place));
  }
}

function faultIn(text: string, { file, row, line, column }: Place): string {
  const message = complaintAbout(text);
  const before = text.slice(0, positionOf(text, message)).split("\n");
  const last = before.at(-1)?.length ?? 0;
  const at =
    before.length === 1
      ? { line, column: column + last }
      : { line: line + before.length - 1, column: last + 1 };
  const reason = isBlank(text) ? "a value is missing" : withoutExcerpt(message);
  return `${file}, row ${row} (line ${at.line}, column ${at.column}): this is not JSON: ${reason}`;
}

/**
 * V8 gives a position for some errors only; otherwise find the shortest prefix with the same unexpected
 * token.
 */
function positionOf(text: string, message: string): number {
  const given = /at position (\d+)/.exec(message)?.[1];
  if (given !== undefined) return Number(given);
  if (!isUnexpectedToken(message)) return text.length;
  let [without, within] = [0, text.length];
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    if (isUnexpectedToken(complaintAbout(text.slice(0, middle)))) within = middle;
    else without = middle;
  }
  return without;
}

function isUnexpectedToken(message: string): boolean {
  return message.startsWith("Unexpected token");
}

function complaintAbout(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function withoutExcerpt(message: string): string {
  return message.replace(/ in JSON at position .*$|, (?:\.\.\.)?".*$/s, "");
}
