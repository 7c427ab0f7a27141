import { createHash, randomUUID } from "node:crypto";
import type { HistoryEntry, InvoiceInput } from "@/matching/engine/contract";
import { type Findings, parseFindings } from "@/server/deposits/findings";
import {
  openPart,
  toSettlementDeposit,
  toSettlementMatch,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { singleton } from "@/server/platform/singleton";
import type { DepositRow, PaymentRow } from "./engine/jobs";
import { toDepositInput, toPaymentInput } from "./engine-input";
import { loadInvoices, type SearchedFacts, searchedFacts } from "./known-invoices";
import { loadDeposits, loadPayments, type OpenDeposit } from "./load-open-rows";
import type { RowVersions } from "./row-versions";
import { withChanges } from "./with-changes";

/**
 * A company's open books as this process saw them last. What the engine made of them is kept by an engine thread. Nothing
 * here changes later except `threadState`.
 */
export interface CachedLedger {
  rowVersions: RowVersions;
  deposits: ReadonlyMap<number, KnownDeposit>;
  payments: ReadonlyMap<number, KnownPayment>;
  /** The open invoices that may be of their lines. */
  invoices: ReadonlyMap<number, KnownInvoice>;
  /** By which they were looked up. */
  searched: SearchedFacts;
  /** Names the contents of all rows: another one where the engine would read something else. */
  contents: string;
  /** The past decisions that the base run has learned from. */
  history: HistoryEntry[];
  /** The digest of `history`. */
  historyDigest: string;
  /** The refusals among them, see {@link RowVersions}. */
  refusals: string;
  /** The number of the complete run that the last answer rests on; null: none yet. */
  baseRun: number | null;
  threadState: ThreadState;
}

export interface KnownDeposit extends DepositRow {
  version: string;
  /** Of what the engine reads. */
  digest: string;
  /** As they are stored in this version. */
  findings: Findings | null;
}

interface KnownPayment extends PaymentRow {
  version: string;
  /** Of what the engine reads. */
  digest: string;
}

interface KnownInvoice {
  input: InvoiceInput;
  digest: string;
}

/** The books that engine threads have of a company. Shared by all its cached ledgers. */
export interface ThreadState {
  /** What each thread has, by its id; the one that answered last at the end. */
  ofThreads: Map<number, ThreadBooks>;
  /** What the last complete run has learned from. */
  historyDigest?: string;
}

export type ThreadBooks = Pick<CachedLedger, "contents" | "deposits" | "payments" | "invoices">;

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

function sizeOf({ deposits, payments, invoices }: CachedLedger): number {
  let lines = 0;
  for (const { input } of deposits.values()) lines += Math.max(1, input?.lines?.length ?? 0);
  return lines + payments.size + invoices.size;
}

type Rows = Pick<CachedLedger, "deposits" | "payments" | "invoices" | "searched" | "contents">;

/**
 * The rows of these versions: those that are known in that version as they are, the others read. A row
 * that has vanished since is left out; it was read in a later version at worst, which is seen the next
 * time.
 */
export async function readChangedRows(
  tx: Tx,
  ctx: CompanyContext,
  versions: RowVersions,
  before?: Rows & Pick<CachedLedger, "rowVersions">,
): Promise<Rows> {
  const known = before?.rowVersions.pools.text === versions.pools.text ? before : undefined;
  const was = known?.rowVersions;
  const deposits = changedIds(versions.deposits, was?.deposits, (id, { version }) => {
    return known?.deposits.get(id)?.version === version;
  });
  const payments = changedIds(versions.payments, was?.payments, (id, version) => {
    return known?.payments.get(id)?.version === version;
  });
  const newDeposits = new Map<number, KnownDeposit>();
  for (const deposit of await loadDeposits(tx, ctx, deposits)) {
    const version = versions.deposits.get(deposit.id)?.version ?? "";
    const row = { pool: versions.pools.ofPayout(deposit), ...toRow(deposit) };
    const findings = parseFindings(deposit.findings);
    newDeposits.set(deposit.id, { version, digest: digestOf(row), ...row, findings });
  }
  const newPayments = new Map<number, KnownPayment>();
  for (const payment of await loadPayments(tx, ctx, payments)) {
    const version = versions.payments.get(payment.id) ?? "";
    const { providerId: quickbooksId, kind } = payment;
    const pool = versions.pools.ofPayment(payment);
    const row = { pool, quickbooksId, kind, input: toPaymentInput(payment) };
    newPayments.set(payment.id, { version, digest: digestOf(row), ...row });
  }
  const searched = searchedFacts(newDeposits.values(), known?.searched);
  const isSearched =
    known?.searched === searched && known.rowVersions.invoices === versions.invoices;
  const invoices = isSearched ? known.invoices : digested(await loadInvoices(tx, ctx, searched));
  const rows = {
    invoices,
    deposits: updated(known?.deposits, versions.deposits, deposits, newDeposits),
    payments: updated(known?.payments, versions.payments, payments, newPayments),
  };
  const isSame = known && ROWS.every((kind) => hasSameContents(known[kind], rows[kind]));
  return { ...rows, searched, contents: isSame ? known.contents : randomUUID() };
}

const ROWS = ["deposits", "payments", "invoices"] as const;

function digested(invoices: ReadonlyMap<number, InvoiceInput>): Map<number, KnownInvoice> {
  return new Map([...invoices].map(([id, input]) => [id, { input, digest: digestOf(input) }]));
}

/** The engine sees the undecided lines, without those that a user has booked to an account; the sum includes all. */
function toRow({ matches, ...deposit }: OpenDeposit): Omit<DepositRow, "pool"> {
  const decided = matches.map(toSettlementMatch);
  const booked = deposit.lines.flatMap(({ id, accountId }) => (accountId === null ? [] : id));
  const closed = new Set([...decided.flatMap(({ lineIds }) => lineIds), ...booked]);
  const open = openPart(deposit, closed);
  const isDecided = decided.length + booked.length > 0 && open.lines.length === 0;
  return {
    planned: {
      ...{ id: String(deposit.id), itemized: deposit.itemized, decided },
      settlement: toSettlementDeposit(deposit),
    },
    input: isDecided ? null : toDepositInput(open),
  };
}

/** Those of versions that aren't known. @param was the versions that are: nothing has changed where they are the same map */
function changedIds<Version>(
  versions: ReadonlyMap<number, Version>,
  was: ReadonlyMap<number, Version> | undefined,
  isKnown: (id: number, version: Version) => boolean,
): number[] {
  const ids: number[] = [];
  if (versions === was) return ids;
  for (const [id, version] of versions) if (!isKnown(id, version)) ids.push(id);
  return ids;
}

/** The known rows, with those of `ids` as they were read, and without those that are gone. */
function updated<Row>(
  known: ReadonlyMap<number, Row> | undefined,
  versions: ReadonlyMap<number, unknown>,
  ids: readonly number[],
  read: Map<number, Row>,
): ReadonlyMap<number, Row> {
  if (!known) return read;
  const gone = ids.filter((id) => !read.has(id));
  for (const id of known.keys()) if (!versions.has(id)) gone.push(id);
  return gone.length + read.size === 0 ? known : withChanges(known, gone, read);
}

function hasSameContents(
  known: ReadonlyMap<number, { digest: string }>,
  rows: ReadonlyMap<number, { digest: string }>,
): boolean {
  if (known === rows) return true;
  if (known.size !== rows.size) return false;
  for (const [id, { digest }] of rows) if (known.get(id)?.digest !== digest) return false;
  return true;
}

/** Equal for equal content. @param content JSON */
export function digestOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("base64");
}
