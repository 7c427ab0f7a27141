import { isFilterDate } from "./deposits";
import { readRowId } from "./row-id";

/** Of one answer: more than a sitting's worth. */
export const SUGGESTIONS_PER_PAGE = 200;

/** The last deposit of an answer: the following one begins after it. */
export interface SuggestionCursor {
  date: string;
  id: number;
}

/** "2026-03-05_118" */
export function writeCursor({ date, id }: SuggestionCursor): string {
  return `${date}_${id}`;
}

/** @returns null for what {@link writeCursor} does not write */
export function readCursor(text: string): SuggestionCursor | null {
  const [date = "", number = "", ...others] = text.split("_");
  const id = readRowId(number);
  return id !== null && isFilterDate(date) && others.length === 0 ? { date, id } : null;
}
