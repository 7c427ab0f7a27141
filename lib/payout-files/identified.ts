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
  date: string;
  currency: string;
  amount: number;
  lines: FileLine[];
}

/** Gives ids to what has none, from its facts: a file that is read again has the same. */
export function identified(payouts: readonly CollectedPayout[]): FilePayout[] {
  return payouts.map(({ id, date, currency, amount, lines }) => {
    const all = withIds(lines);
    const own = id ?? hash([currency, amount, ...all.map((line) => line.id).sort()]);
    return { id: own, date, currency, amount, lines: all };
  });
}

/** Equal lines stay as many as they are. */
function withIds(lines: readonly CollectedLine[]): FileLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const id = idOf(line);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { ...line, id: count === 1 ? id : `${id}-${count}` };
  });
}

function idOf({ row: _row, id, ...facts }: CollectedLine): string {
  return id ?? hash(facts);
}

/** Long enough, and without a sign: no other text contains it by chance. */
const TELLING = /^(?=.*[A-Za-z0-9]{9})[\w-]+$/;

/**
 * The id that a payout is stored by, which a Deposit's memo names. Files number payouts "7", or by a day, as other
 * processors' files and memos do: such an id gets an ending of its source's own.
 * @param sourceId of our row: it stays when the processor is renamed.
 */
export function storedId(sourceId: string, id: string): string {
  if (TELLING.test(id)) return id;
  return `${id.replace(/[^\w-]+/g, "-")}-${hash([sourceId, id]).slice(0, 10)}`;
}

/** Of the names of a file's columns: files of one program have the same. */
export function headerFingerprint(headings: readonly string[]): string {
  return hash(headings.map((heading) => heading.trim().toLowerCase()));
}

/** 106 bits in hexadecimal. It keeps no secret: it only has to be the same for the same facts, in browsers too. */
function hash(value: unknown): string {
  const text = JSON.stringify(value);
  return [0, 1].map((seed) => mixed(text, seed).toString(16).padStart(14, "0")).join("");
}

/** cyrb53, of the public domain: two multiplicative hashes of 32 bits, mixed into 53. */
function mixed(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
