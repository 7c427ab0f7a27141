import { DateText } from "@/components/ui/date-text";
import type { Deposit } from "@/lib/contracts/deposits";
import { ConfidenceMeter } from "./confidence-meter";
import { EvidenceList } from "./evidence-list";
import { kindName } from "./kind-name";
import { PairEntry, PairSide } from "./pair-side";
import type { Pair } from "./pairs-of";
import { RecordedTwice } from "./recorded-twice";

const COLUMNS = "grid gap-x-6 md:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1fr)]";

/** Names the two sides above a list of pairs; narrow screens name them in each pair. */
export function PairHeads() {
  return (
    <div aria-hidden="true" className={`${COLUMNS} text-xs text-muted-foreground max-md:hidden`}>
      <span>In the payout</span>
      <span />
      <span>In QuickBooks</span>
    </div>
  );
}

/** One match face to face: what the processor paid, how sure we are, what the books say. */
export function MatchPair({
  pair: { match, lines },
  deposit,
}: {
  pair: Pair;
  deposit: Pick<Deposit, "txn_date" | "total_amt">;
}) {
  return (
    <div className={`${COLUMNS} items-start gap-y-2 text-sm`}>
      <PairSide title="In the payout">
        {lines.length === 0 ? (
          <PairEntry amount={deposit.total_amt} currency={match.currency} who="Whole payout">
            <DateText date={deposit.txn_date} />
          </PairEntry>
        ) : (
          lines.map((line) => (
            <PairEntry
              key={line.id}
              amount={line.amount}
              currency={match.currency}
              who={line.entity || line.description}
            >
              {line.entity ? line.description : line.plateform}
            </PairEntry>
          ))
        )}
      </PairSide>
      <ConfidenceMeter match={match} />
      <PairSide title="In QuickBooks">
        {match.payments.map((payment) => (
          <PairEntry
            key={payment.Id}
            amount={payment.TotalAmt}
            currency={match.currency}
            who={payment.CustomerName || "No customer"}
          >
            <DateText date={payment.TxnDate} />
            {payment.planned && ` · ${kindName(payment.kind)}, created when posted`}
          </PairEntry>
        ))}
      </PairSide>
      <div className="md:col-span-3">
        <RecordedTwice twice={match.recorded_twice} />
        <EvidenceList evidence={match.evidence} />
      </div>
    </div>
  );
}
