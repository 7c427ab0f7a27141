import { statfs } from "node:fs/promises";
import { getEnv } from "./env";
import { wasDiskFull } from "./is-database-unavailable";

const GB = 1e9;
/** What PostgreSQL takes at once: a segment of its log. */
const FULL_BELOW = 16 * 2 ** 20;

interface Disk {
  freeBytes: number;
  totalBytes: number;
}

/** The disk of DATA_DIR; undefined while that folder doesn't exist. */
export async function dataDisk(): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(getEnv().DATA_DIR);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** @throws Error when the disk of DATA_DIR has no space left, or a write failed for want of it within the last minute. */
export async function checkDisk(): Promise<void> {
  if (wasDiskFull()) throw new Error("A write failed within the last minute: the disk is full");
  const disk = await dataDisk();
  if (disk && disk.freeBytes < FULL_BELOW) throw new Error("The disk of DATA_DIR is full");
}

/** A sentence for the operator where little space is left, or none. */
export async function diskWarning(): Promise<string | undefined> {
  return describeDisk(await dataDisk(), wasDiskFull());
}

export function describeDisk(disk: Disk | undefined, isFull: boolean): string | undefined {
  if (isFull || (disk && disk.freeBytes < FULL_BELOW)) {
    return "The disk is full: nothing can be saved. Free some space on the disks of the database and of DATA_DIR.";
  }
  if (!disk || (disk.freeBytes >= GB && disk.freeBytes >= disk.totalBytes / 20)) return undefined;
  const percent = Math.floor((disk.freeBytes / disk.totalBytes) * 100);
  return `The disk of DATA_DIR has ${(disk.freeBytes / GB).toFixed(1)} GB left (${percent} %).`;
}
