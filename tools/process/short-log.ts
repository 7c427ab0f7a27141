import { copyFile, stat, truncate } from "node:fs/promises";

/** Months of an ordinary PostgreSQL's log. */
const LONGEST = 10 * 2 ** 20;

/**
 * Keeps a log that another program appends to short: once it is longer than 10 MB, it becomes `<file>.1`, in place of
 * the one before, and is emptied.
 */
export async function keepShort(file: string, longest = LONGEST): Promise<void> {
  const { size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return { size: 0 };
    throw error;
  });
  if (size <= longest) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}
