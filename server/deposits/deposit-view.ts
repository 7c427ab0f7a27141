import type {
  DepositAdjustment,
  DepositLine,
  LedgerPayment,
  Match,
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
import type { ShownDeposit } from "@/server/deposits/columns";
import { openReasons } from "@/server/deposits/open-reasons";
import type { OpenDeposit, ReasonLine } from "@/server/deposits/reason-words";
import type { AddressOf } from "./book-addresses";
import type { BankNames } from "./columns";
import { parseEvidence } from "./findings";
import { toOrigin } from "./line-origins";
import { numberShown } from "./number-shown";
import { payoutIssue } from "./reason-words";
import type { RecordedTwice } from "./second-records";

/** The engine's evidence that no other payment fits. */
const UNRIVALLED = "only_candidate";

/** What a list shows of a stored deposit. */
type Shown = ShownDeposit & { lines: readonly ShownLine[] };

/** What a list shows of a line, and what its deposit's reasons say of it. */
export type ShownLine = Pick<
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
