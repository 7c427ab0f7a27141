import { Prisma } from "@/generated/prisma/client";
import { singleton } from "./singleton";

/** PostgreSQL's code, and those of our own files. */
const CODES = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** True when a write failed because a disk is full: the database's or ours. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (CODES.has(String(codeOf(each)))) return true;
  }
  return false;
}

function codeOf(error: Error & { code?: unknown }): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return error.code;
  const { driverAdapterError } = (error.meta ?? {}) as {
    driverAdapterError?: { cause?: { originalCode?: unknown } };
  };
  return driverAdapterError?.cause?.originalCode;
}

/** Long enough that checks, which come every few seconds, can't miss it. */
const REMEMBERED_MS = 60_000;

const seen = singleton("disk full", (): { at?: number } => ({}));

/** Remembers that a write failed for want of space: a read wouldn't show it. */
export function noteDiskFull(): void {
  seen.at = performance.now();
}

/** Whether a write of this process failed for want of space within the last minute. */
export function wasDiskFull(): boolean {
  return seen.at !== undefined && performance.now() - seen.at < REMEMBERED_MS;
}
