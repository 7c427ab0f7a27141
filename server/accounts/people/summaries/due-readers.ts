import { findReaders } from "./find-readers";
import { mondayOf } from "./monday-of";

/** The users who should get the weekly summary of their companies at `at`. */
export async function dueReaders(at: Date): Promise<number[]> {
  const readers = await findReaders(at);
  return readers.filter((reader) => mondayOf(reader, at) !== null).map(({ id }) => id);
}
