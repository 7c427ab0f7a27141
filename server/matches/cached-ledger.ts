import type { MatchingAlgorithm } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { HistoryEntry } from "@/matching/engine/contract";
import type { Findings } from "@/server/deposits/findings";
import { singleton } from "@/server/platform/singleton";
import type { DepositRow, PaymentRow } from "./engine/jobs";

/**
 * A company's open books as this process saw them last. What the engine made of them is kept by an engine thread. Nothing
 * here changes later, but for what was sent.
 */
export interface CachedLedger {
  versions: BookVersions;
  deposits: Map<number, KnownDeposit>;
  payments: Map<number, KnownPayment>;
  /** Of the contents of all rows: the same books have the same, whichever transaction wrote them. */
  digest: string;
  algorithm: MatchingAlgorithm;
  /** The past decisions that the complete run knows. */
  history: HistoryEntry[];
  /** The digest of `history`. */
  taught: string;
  /** The refusals among them, see {@link BookVersions}. */
  refusals: string;
  /** The number of the complete run that the last answer rests on; null: none yet. */
  complete: number | null;
  sent: SentBooks;
}

export interface KnownDeposit extends DepositRow {
  version: string;
  /** Of what the engine reads. */
  digest: string;
  /** As they are stored in this version. */
  findings: Findings | null;
}

export interface KnownPayment extends PaymentRow {
  version: string;
  /** Of what the engine reads. */
  digest: string;
}

/** What engine threads were sent of a company's books. One for all versions of them. */
export interface SentBooks {
  /** The thread that answered last, and the books that it has. */
  last?: { thread: number } & Pick<CachedLedger, "digest" | "deposits" | "payments">;
  /** What the last complete run has learned from. */
  taught?: string;
}

/** Lines and payments that are kept in all, at about 1 kB each. */
const MAX_RECORDS = 60_000;

/** By company, the one used last at the end. */
const kept = singleton("known books", () => new Map<string, CachedLedger>());

/** @returns undefined for a company whose books this process does not know */
export function cachedLedger(companyId: string): CachedLedger | undefined {
  return kept.get(companyId);
}

/** Keeps a company's books, and forgets those of others that were not used for longest. */
export function cacheLedger(companyId: string, books: CachedLedger): void {
  kept.delete(companyId);
  kept.set(companyId, books);
  let records = 0;
  for (const [id, each] of [...kept].reverse()) {
    records += sizeOf(each);
    if (records > MAX_RECORDS) kept.delete(id);
  }
}

/** Forgets all, as a process does that stops. */
export function forgetLedgers(): void {
  kept.clear();
}

function sizeOf({ deposits, payments }: CachedLedger): number {
  let lines = 0;
  for (const { input } of deposits.values()) lines += Math.max(1, input?.lines?.length ?? 0);
  return lines + payments.size;
}

/**
 * Which rows the engine works on, each with the version of its content: the transaction that wrote it
 * and its place in the table, which no two versions of a row share.
 */
export interface BookVersions {
  /** The same books have the same text. */
  text: string;
  deposits: ReadonlyMap<number, VersionedDeposit>;
  payments: ReadonlyMap<number, string>;
  /** Of all dismissed and undone matches. */
  refusals: string;
}

export interface VersionedDeposit {
  status: DepositStatus;
  /**
   * Of the deposit, but for its status, its lines, the accounts its source books to, and the payments that users
   * chose for lines of it.
   */
  version: string;
}
