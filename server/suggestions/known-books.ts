import type { MatchingAlgorithm } from "@/generated/prisma/client";
import type { LedgerPaymentKind } from "@/lib/contracts/values/payments";
import type { Findings } from "@/server/deposits/findings";
import type { CompleteEngineRun, EngineRun } from "@/server/matching/continue-match";
import type { DepositInput, HistoryEntry, PaymentInput } from "@/server/matching/contract";
import { singleton } from "@/server/platform/singleton";
import type { PlannedDeposit } from "./plan-deposits";
import type { BookVersions } from "./read-versions";

/** A company's open books as this process saw them last, and what the engine made of them. */
export interface KnownBooks {
  versions: BookVersions;
  deposits: Map<number, KnownDeposit>;
  payments: Map<number, KnownPayment>;
  algorithm: MatchingAlgorithm;
  /** The past decisions that the complete run knew. */
  history: HistoryEntry[];
  /** The refusals among them, see {@link BookVersions}. */
  refusals: string;
  complete: CompleteEngineRun;
  latest: EngineRun;
}

export interface KnownDeposit {
  version: string;
  /** As they are stored in this version. */
  findings: Findings | null;
  /** Null: users have decided about all its lines. */
  input: DepositInput | null;
  planned: PlannedDeposit;
}

export interface KnownPayment {
  version: string;
  quickbooksId: string;
  kind: LedgerPaymentKind;
  input: PaymentInput;
}

/** Lines and payments that are kept in all, at about 2 kB each. */
const MAX_RECORDS = 60_000;

/** By company, the one used last at the end. */
const kept = singleton("known books", () => new Map<string, KnownBooks>());

/** @returns undefined for a company whose books this process does not know */
export function knownBooks(companyId: string): KnownBooks | undefined {
  return kept.get(companyId);
}

/** Keeps a company's books, and forgets those of others that were not used for longest. */
export function keepBooks(companyId: string, books: KnownBooks): void {
  kept.delete(companyId);
  kept.set(companyId, books);
  let records = 0;
  for (const [id, each] of [...kept].reverse()) {
    records += sizeOf(each);
    if (records > MAX_RECORDS) kept.delete(id);
  }
}

/** Forgets all, as a process does that stops. */
export function forgetBooks(): void {
  kept.clear();
}

function sizeOf({ deposits, payments }: KnownBooks): number {
  let lines = 0;
  for (const { input } of deposits.values()) lines += Math.max(1, input?.lines?.length ?? 0);
  return lines + payments.size;
}
