import { PairEntry, PairSide } from "@/components/deposit-parts/pair-side";
import { PaymentName } from "@/components/deposit-parts/payment-name";
import type { DetailLine } from "@/components/deposits/line-decisions/entries";
import type { MatchedPayment } from "@/components/deposits/lines/table-rows";
import { DateText } from "@/components/ui/date-text";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** The columns of the table: what the processor paid, how sure we are, what the books have. */
export const COLUMNS = "grid gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_8.5rem_minmax(0,1fr)]";

/** Names the columns; narrow screens name the sides in each row. */
export function SideHeads() {
  return (
    <div
      aria-hidden="true"
      className={`${COLUMNS} border-b pb-2 text-xs font-medium text-muted-foreground max-md:hidden`}
    >
      <span>In the payout</span>
      <span />
      <span>In QuickBooks</span>
    </div>
  );
}

/** The lines of a pair; without any, the payout as a whole. */
export function LineSide({
  lines,
  deposit,
  isWhole,
}: {
  lines: readonly DetailLine[];
  deposit: Pick<DepositDetail["deposit"], "txn_date" | "total_amt" | "currency">;
  /** There is nothing else on this side. */
  isWhole: boolean;
}) {
  const { currency } = deposit;
  return (
    <PairSide title="In the payout">
      {lines.length === 0 && isWhole ? (
        <PairEntry who="The whole payout" amount={deposit.total_amt} currency={currency}>
          <DateText date={deposit.txn_date} />
        </PairEntry>
      ) : (
        lines.map((line) => (
          <PairEntry
            key={line.id}
            who={line.entity || line.description || "No description"}
            amount={line.amount}
            currency={currency}
          >
            <DateText date={line.date} />
            {line.entity && line.description && ` · ${line.description}`}
          </PairEntry>
        ))
      )}
    </PairSide>
  );
}

/** The payments of a pair, each with its page in QuickBooks. */
export function PaymentSide({
  payments,
  currency,
}: {
  payments: readonly MatchedPayment[];
  currency: string;
}) {
  return (
    <PairSide title="In QuickBooks">
      {payments.map((payment) => (
        <PairEntry
          key={`${payment.kind} ${payment.Id}`}
          who={payment.CustomerName || "No customer"}
          amount={payment.TotalAmt}
          currency={currency}
        >
          <DateText date={payment.TxnDate} /> · <PaymentName payment={payment} />
        </PairEntry>
      ))}
    </PairSide>
  );
}
