import type { CollectedLine, CollectedPayout } from "./rows/collect-payouts";
import type { LineFacts } from "./rows/types";

export interface FileLine extends Omit<LineFacts, "id"> {
  id: string;
  /** As a spreadsheet numbers it; null for a line that no row has. */
  row: number | null;
}

/** A payout of a file, whose lines' nets add up to its amount. Minor units. */
export interface FilePayout {
  /** The processor's; of a file without ids, one that the same lines always have. */
  id: string;
  /** Whether the id is the processor's own, or that of a day. */
  isOwnId: boolean;
  date: string;
  currency: string;
  amount: number;
  lines: FileLine[];
}

/** Gives ids to what has none, from its facts: a file that is read again has the same. */
export function identified(payouts: readonly CollectedPayout[]): Promise<FilePayout[]> {
  return Promise.all(
    payouts.map(async ({ id, date, currency, amount, lines }) => {
      const all = await withIds(lines);
      const own = id ?? (await hash([currency, amount, ...all.map((line) => line.id).sort()]));
      return { id: own, isOwnId: id !== null, date, currency, amount, lines: all };
    }),
  );
}

/** Equal lines stay as many as they are. */
async function withIds(lines: readonly CollectedLine[]): Promise<FileLine[]> {
  const ids = await Promise.all(lines.map(idOf));
  const seen = new Map<string, number>();
  return lines.map((line, at) => {
    const id = ids[at] ?? "";
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { ...line, id: count === 1 ? id : `${id}-${count}` };
  });
}

async function idOf({ row: _row, id, ...facts }: CollectedLine): Promise<string> {
  return id ?? hash(facts);
}

/** Of the names of a file's columns: files of one program have the same. */
export function headerFingerprint(headings: readonly string[]): Promise<string> {
  return hash(headings.map((heading) => heading.trim().toLowerCase()));
}

/** 128 bits in hexadecimal. */
async function hash(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
