import { parseFindings } from "@/server/deposits/findings";
import { openPart } from "@/server/deposits/open-part";
import { toSettlementDeposit, toSettlementMatch } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { digestOf } from "./engine/digest-of";
import type { DepositRow } from "./engine/jobs";
import { toDepositInput, toPaymentInput } from "./engine-input";
import type { KnownBooks, KnownDeposit, KnownPayment } from "./known-books";
import { loadDeposits, loadPayments, type OpenDeposit } from "./load-open-rows";
import type { BookVersions } from "./read-versions";

type Rows = Pick<KnownBooks, "deposits" | "payments">;

/**
 * The rows of these versions: those that are known in that version as they are, the others read. A row
 * that has vanished since is left out; it was read in a later version at worst, which is seen the next
 * time.
 */
export async function readChangedRows(
  tx: Tx,
  ctx: CompanyContext,
  versions: BookVersions,
  known?: Rows,
): Promise<Rows> {
  const changedDeposits = changed(versions.deposits, (id, { version }) => {
    return known?.deposits.get(id)?.version === version;
  });
  const changedPayments = changed(versions.payments, (id, version) => {
    return known?.payments.get(id)?.version === version;
  });
  const newDeposits = new Map<number, KnownDeposit>();
  for (const deposit of await loadDeposits(tx, ctx, changedDeposits)) {
    const version = versions.deposits.get(deposit.id)?.version ?? "";
    const row = toRow(deposit);
    const findings = parseFindings(deposit.findings);
    newDeposits.set(deposit.id, { version, digest: digestOf(row), ...row, findings });
  }
  const newPayments = new Map<number, KnownPayment>();
  for (const payment of await loadPayments(tx, ctx, changedPayments)) {
    const version = versions.payments.get(payment.id) ?? "";
    const { providerId: quickbooksId, kind } = payment;
    const row = { quickbooksId, kind, input: toPaymentInput(payment) };
    newPayments.set(payment.id, { version, digest: digestOf(row), ...row });
  }
  return {
    deposits: merged(versions.deposits.keys(), newDeposits, known?.deposits, changedDeposits),
    payments: merged(versions.payments.keys(), newPayments, known?.payments, changedPayments),
  };
}

/** The engine sees the undecided lines; the sum includes all of them. */
function toRow({ matches, ...deposit }: OpenDeposit): DepositRow {
  const decided = matches.map(toSettlementMatch);
  const open = openPart(deposit, new Set(decided.flatMap(({ lineIds }) => lineIds)));
  const isDecided = decided.length > 0 && open.lines.length === 0;
  return {
    planned: {
      ...{ id: String(deposit.id), itemized: deposit.itemized, decided },
      settlement: toSettlementDeposit(deposit),
    },
    input: isDecided ? null : toDepositInput(open),
  };
}

function changed<Version>(
  versions: ReadonlyMap<number, Version>,
  isKnown: (id: number, version: Version) => boolean,
): number[] {
  return [...versions].flatMap(([id, version]) => (isKnown(id, version) ? [] : id));
}

function merged<Row>(
  ids: Iterable<number>,
  read: ReadonlyMap<number, Row>,
  known: ReadonlyMap<number, Row> | undefined,
  changedIds: readonly number[],
): Map<number, Row> {
  const rows = new Map<number, Row>();
  const isChanged = new Set(changedIds);
  for (const id of ids) {
    const row = isChanged.has(id) ? read.get(id) : known?.get(id);
    if (row) rows.set(id, row);
  }
  return rows;
}
