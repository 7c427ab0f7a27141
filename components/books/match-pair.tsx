import type { ReactNode } from "react";
import { ConfidenceMeter } from "@/components/books/confidence-meter";
import { EvidenceList } from "@/components/books/evidence-list";
import { kindName } from "@/components/books/kind-name";
import type { Pair } from "@/components/books/pairs-of";
import { RecordedTwice } from "@/components/books/recorded-twice";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { Deposit } from "@/lib/contracts/deposits";

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
  deposit: Pick<Deposit, "id" | "txn_date" | "total_amt">;
}) {
  return (
    <div className={`${COLUMNS} items-center gap-y-2 text-sm`}>
      <Side title="In the payout">
        {lines.length === 0 ? (
          <Entry
            amount={deposit.total_amt}
            currency={match.currency}
            who={`Deposit #${deposit.id}`}
          >
            <DateText date={deposit.txn_date} />
          </Entry>
        ) : (
          lines.map((line) => (
            <Entry
              key={line.id}
              amount={line.amount}
              currency={match.currency}
              who={line.entity || line.description}
            >
              {line.entity ? line.description : line.plateform}
            </Entry>
          ))
        )}
      </Side>
      <ConfidenceMeter match={match} />
      <Side title="In QuickBooks">
        {match.payments.map((payment) => (
          <Entry
            key={payment.Id}
            amount={payment.TotalAmt}
            currency={match.currency}
            who={payment.CustomerName || "No customer"}
          >
            <DateText date={payment.TxnDate} />
            {payment.planned && ` · ${kindName(payment.kind)}, created when posted`}
          </Entry>
        ))}
      </Side>
      <div className="md:col-span-3">
        <RecordedTwice twice={match.recorded_twice} />
        <EvidenceList evidence={match.evidence} />
      </div>
    </div>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground md:sr-only">{title}</p>
      <ul className="grid gap-1">{children}</ul>
    </div>
  );
}

function Entry({
  who,
  amount,
  currency,
  children,
}: {
  who: string;
  amount: string;
  currency: string;
  children: ReactNode;
}) {
  return (
    <li className="flex min-w-0 items-baseline justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate font-medium" title={who}>
          {who}
        </span>
        <span className="block truncate text-caption text-muted-foreground">{children}</span>
      </span>
      <Amount value={amount} currency={currency} />
    </li>
  );
}
