import {
  type DepositAdjustment,
  type DepositLine,
  type LedgerPayment,
  type Match,
  Prisma,
} from "@/generated/prisma/client";
import type { LineKind } from "@/lib/constants/deposits";
import { isPlannedId } from "@/lib/constants/planned-payments";
import type { Deposit } from "@/lib/contracts/deposits";
import type { MatchView } from "@/lib/contracts/match-views";
import { dateText } from "@/lib/dates";
import { bookingKind } from "@/lib/line-bookings";
import { toWireDecimal } from "@/lib/money";
import { sourceName, sourceType } from "@/server/connections/find";
import { receiptObstacle } from "@/server/connections/payment-account";
import { openReasons } from "@/server/deposits/open-reasons";
import type { CompanyContext } from "@/server/platform/context";
import type { AddressOf } from "./book-addresses";
import type { BankNames, ShownDeposit } from "./columns";
import { parseEvidence } from "./findings";
import { originOf, toOrigin } from "./line-origins";
import { numberShown } from "./number-shown";
import { type OpenDeposit, payoutIssue, type ReasonLine } from "./reason-words";
import type { RecordedTwice } from "./second-records";

/** The engine's evidence that no other payment fits. */
const UNRIVALLED = "only_candidate";

/** What a list shows of a stored deposit. */
type Shown = ShownDeposit & { lines: readonly ShownLine[] };

/** What a list shows of a line, and what its deposit's reasons say of it. */
type ShownLine = Pick<
  DepositLine,
  "id" | "kind" | "providerKind" | "description" | "customerName" | "currency"
> &
  Pick<ReasonLine, "gross" | "date"> & {
    /** Minor units. */
    fee: number | bigint;
    /** A calendar date, which may be over. */
    waitUntil: string | null;
    /** As `originOf` reads it. */
    origin: unknown;
  };

/** All lines of some deposits in one value: the driver takes a time for each value that a row has. */
export interface LinesRow {
  lines: (ShownLine & {
    depositId: number;
    matched: boolean;
    /** By a user, while the deposit is open. */
    decided: boolean;
  })[];
}

/** SQL: a {@link LinesRow}: what a list shows of the lines. @param page selects the rows of `deposits` */
export function shownLinesOf(ctx: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  // Every line of a posted deposit is posted: whether it is matched is then not asked.
  return Prisma.sql`WITH page AS (${page})
    SELECT coalesce(json_agg(line ORDER BY line.id), '[]') AS lines FROM (
    SELECT l.id, l.deposit_id AS "depositId", l.kind, l.provider_kind AS "providerKind", l.description,
      l.date::text AS date, l.wait_until::text AS "waitUntil",
      l.customer_name AS "customerName", l.gross, l.fee, l.currency, ${originOf(ctx)} AS origin,
      d.status <> 'posted' AND EXISTS (SELECT FROM match_lines ml
        WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS matched,
      d.status IN ('pending', 'suggested') AND EXISTS (SELECT FROM match_lines ml
        JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id AND m.state = 'accepted'
        WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live) AS decided
    FROM page d JOIN deposit_lines l ON l.company_id = ${ctx.companyId}::uuid AND l.deposit_id = d.id) line`;
}

/** The lines by their deposits, and the ids of the matched and the decided ones. */
export function groupLines(row: LinesRow | undefined) {
  const linesOf = new Map<number, ShownLine[]>();
  const matchedLineIds = new Set<number>();
  const decidedLineIds = new Set<number>();
  for (const line of row?.lines ?? []) {
    const own = linesOf.get(line.depositId);
    if (own) own.push(line);
    else linesOf.set(line.depositId, [line]);
    if (line.matched) matchedLineIds.add(line.id);
    if (line.decided) decidedLineIds.add(line.id);
  }
  return { linesOf, matchedLineIds, decidedLineIds };
}

/** What is shown of a stored match. */
type ShownMatch = Pick<
  Match,
  | "id"
  | "depositId"
  | "state"
  | "origin"
  | "kind"
  | "probability"
  | "difference"
  | "currency"
  | "evidence"
> & {
  lines: { lineId: number }[];
  payments: ShownPayment[];
  adjustments: Pick<
    DepositAdjustment,
    "accountName" | "customerName" | "className" | "description"
  >[];
};

interface ShownPayment {
  payment: Pick<
    LedgerPayment,
    "providerId" | "txnDate" | "amount" | "currency" | "customerName" | "kind"
  > & { documentNumber: string };
}

type LineStatus = Deposit["lines"][number]["status"];

/** Facts about a deposit's lines that aren't in their rows. */
interface LineFacts {
  matchedLineIds: ReadonlySet<number>;
  /** The decided ones among them, where they were read. */
  decidedLineIds?: ReadonlySet<number>;
  /** Lines that wait for an account, where that was looked at. */
  unbookedLineIds?: ReadonlySet<number>;
}

/** The status of a line: that of its match, or `booked` when it needs none and has an account. */
function lineStatus(
  deposit: Pick<Shown, "status">,
  line: { id: number; kind: string },
  { matchedLineIds, decidedLineIds, unbookedLineIds }: LineFacts,
): LineStatus {
  if (deposit.status === "posted") return "posted";
  if (matchedLineIds.has(line.id)) {
    const isDecided = deposit.status === "matched" || decidedLineIds?.has(line.id);
    return isDecided ? "matched" : "suggested";
  }
  return line.kind === "charge" || unbookedLineIds?.has(line.id) ? "pending" : "booked";
}

/**
 * A deposit as the wire has it. `plateform` is spelt as the documented clients read it.
 */
export function toDepositView(deposit: Shown, facts: LineFacts & { bankOf: BankNames }): Deposit {
  const source = sourceName(deposit.provider, deposit.sourceAccount);
  const { posting } = deposit;
  const lines = deposit.lines.map((line) => ({
    id: line.id,
    description: line.description,
    plateform: source,
    entity: line.customerName,
    amount: toWireDecimal(Number(line.gross), line.currency),
    status: lineStatus(deposit, line, facts),
  }));
  const fees = deposit.lines.reduce(
    (total, { fee }) => total + Number(fee),
    Number(deposit.matchFees),
  );
  return {
    id: deposit.id,
    txn_date: dateText(deposit.txnDate),
    total_amt: toWireDecimal(Number(deposit.amount), deposit.currency),
    currency: deposit.currency,
    deposit_to_acc_name: facts.bankOf(deposit),
    quickbook_id: deposit.quickbooksId ?? "",
    status: deposit.status,
    source,
    source_type: sourceType(deposit.provider),
    source_id: deposit.providerId,
    source_account: deposit.sourceAccount,
    payout_status: deposit.payoutStatus,
    payout_issue: payoutIssue(deposit),
    posting:
      posting && posting.state !== "undone"
        ? { state: posting.state, message: posting.message, adopted: posting.adopted }
        : null,
    reason: openReasons(toOpenDeposit(deposit))[0] ?? null,
    open_lines: lines.filter((line) => line.status === "pending").length,
    fees: toWireDecimal(fees, deposit.currency),
    line_counts: {
      charges: countOf(deposit, "charge"),
      refunds: countOf(deposit, "refund"),
      disputes: countOf(deposit, "dispute"),
    },
    updated_at: deposit.updatedAt.toISOString(),
    deleted_at: deposit.deletedAt?.toISOString() ?? null,
    lines,
  };
}

/** A deposit as {@link openReasons} looks at it: most have no reason, and are not asked for their lines. */
export function toOpenDeposit(deposit: Shown): OpenDeposit {
  let lines: ReasonLine[] | undefined;
  return {
    ...deposit,
    get lines() {
      lines ??= openLines(deposit);
      return lines;
    },
  };
}

/** Lines that were put aside until today are open again. */
function openLines(deposit: Shown): ReasonLine[] {
  const { today, maybeBooked } = deposit;
  const noReceipt = receiptObstacle(deposit.books, deposit) !== null;
  return deposit.lines.map((line) => ({
    ...line,
    noReceipt,
    maybeBooked: maybeBooked !== null,
    booking: bookingKind(line),
    origin: toOrigin(line.origin),
    waitUntil: line.waitUntil !== null && line.waitUntil > today ? line.waitUntil : null,
  }));
}

function countOf({ lines }: Shown, kind: LineKind): number {
  return lines.filter((line) => line.kind === kind).length;
}

/** A payment of a match as the wire has it. */
export function toPaymentView(
  { payment }: ShownPayment,
  addressOf: AddressOf,
): MatchView["payments"][number] {
  const planned = isPlannedId(payment.providerId);
  return {
    Id: payment.providerId,
    TxnDate: dateText(payment.txnDate),
    TotalAmt: toWireDecimal(Number(payment.amount), payment.currency),
    CustomerName: payment.customerName,
    kind: payment.kind,
    number: planned ? "" : numberShown(payment.documentNumber, payment.providerId),
    quickbooks_url: planned ? "" : addressOf(payment.providerId, payment.kind),
    planned,
  };
}

/** @param twice what of it is recorded twice; then the other record fits too. */
export function toMatchView(
  match: ShownMatch,
  addressOf: AddressOf,
  twice: RecordedTwice[] = [],
): MatchView {
  const evidence = parseEvidence(match.evidence);
  return {
    id: match.id,
    deposit_id: match.depositId,
    state: match.state === "accepted" ? "accepted" : "proposed",
    origin: match.origin,
    kind: match.kind,
    line_ids: match.lines.map((line) => line.lineId),
    payments: match.payments.map((each) => toPaymentView(each, addressOf)),
    booked: bookedOf(match),
    probability: match.probability,
    difference: toWireDecimal(Number(match.difference), match.currency),
    currency: match.currency,
    evidence: twice.length > 0 ? evidence.filter(({ level }) => level !== UNRIVALLED) : evidence,
    recorded_twice: twice,
  };
}

/** A match without a payment is a charge that is booked to an account. */
function bookedOf({ payments, adjustments }: ShownMatch): MatchView["booked"] {
  const [booked] = adjustments;
  if (payments.length > 0 || !booked) return null;
  const { accountName: account, customerName, className, description: memo } = booked;
  return { account, customer: customerName ?? "", class: className ?? "", memo };
}
