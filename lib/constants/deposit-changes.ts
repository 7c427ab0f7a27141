import { isFilterDate } from "./deposits";
import { readRowId } from "./row-id";

/** Where an answer of deposits by their last change ends. Instants as `Date.toISOString()` writes them. */
export interface ChangeCursor {
  /** Of the last deposit. */
  updatedAt: string;
  id: number;
  /** `updated_until` of the first page, which counts for all of them. */
  until: string;
}

/** "2026-03-05T10:00:00.000Z_118_2026-03-06T09:30:00.000Z" */
export function writeChangeCursor({ updatedAt, id, until }: ChangeCursor): string {
  return `${updatedAt}_${id}_${until}`;
}

/** @returns null for what {@link writeChangeCursor} does not write */
export function readChangeCursor(text: string): ChangeCursor | null {
  const [updatedAt = "", number = "", until = "", ...others] = text.split("_");
  const id = readRowId(number);
  return id !== null && isInstant(updatedAt) && isInstant(until) && others.length === 0
    ? { updatedAt, id, until }
    : null;
}

/** Whether it is an instant as `Date.toISOString()` writes it, of a day that the database knows too. */
export function isInstant(text: string): boolean {
  const at = new Date(text);
  return (
    !Number.isNaN(at.getTime()) && at.toISOString() === text && isFilterDate(text.slice(0, 10))
  );
}
