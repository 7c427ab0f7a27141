import type { ReactNode } from "react";
import { HelpLink } from "@/components/help/help-link";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { ExternalLink } from "@/components/ui/external-link";
import type { Deposit } from "@/lib/contracts/deposits";
import type { MatchView } from "@/lib/contracts/match-views";
import { ConfidenceMeter, confidenceOf } from "./confidence-meter";
import { EvidenceList } from "./evidence-list";
import { kindName } from "./kind-name";
import type { Pair } from "./pair-up";
import { RecordedTwice } from "./recorded-twice";

const COLUMNS = "grid gap-x-6 md:grid-cols-[minmax(0,1fr)_10rem_minmax(0,1fr)]";

/** Names the two sides above a list of pairs; narrow screens name them in each pair. */
export function PairHeads() {
  const ledger = useLedger();
  return (
    <div aria-hidden="true" className={`${COLUMNS} text-xs text-muted-foreground max-md:hidden`}>
      <span>In the payout</span>
      <span />
      <span>{`In ${ledger.name}`}</span>
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
  const ledger = useLedger();
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
      <div className="flex items-center gap-1">
        <ConfidenceMeter match={match} />
        {match.origin !== "manual" && confidenceOf(match) !== "Certain" && (
          <HelpLink topic="likely" about={confidenceOf(match)} />
        )}
      </div>
      <PairSide title={`In ${ledger.name}`}>
        {match.payments.map((payment) => (
          <PairEntry
            key={payment.Id}
            amount={payment.TotalAmt}
            currency={match.currency}
            who={payment.CustomerName || "No customer"}
          >
            <DateText date={payment.TxnDate} />
            {payment.planned && ` · ${kindName(ledger, payment.kind)}, created when posted`}
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

/** One side of a pair: what is in the payout, or in the books. */
export function PairSide({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground md:sr-only">{title}</p>
      <ul className="grid gap-1">{children}</ul>
    </div>
  );
}

/** A line or a payment on a {@link PairSide}. */
export function PairEntry({
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
        <span className="block font-medium break-words">{who}</span>
        <span className="block text-caption break-words text-muted-foreground">{children}</span>
      </span>
      <Amount value={amount} currency={currency} />
    </li>
  );
}

/** "Sales receipt 1042", a link to its page in the books. */
export function PaymentName({ payment }: { payment: MatchView["payments"][number] }) {
  const ledger = useLedger();
  const { kind, number, quickbooks_url, planned } = payment;
  if (planned) return `${kindName(ledger, kind)}, created when posted`;
  const name = `${kindName(ledger, kind)} ${number}`.trim();
  if (quickbooks_url === "") return name;
  return (
    <ExternalLink href={quickbooks_url} className="font-normal">
      {name}
    </ExternalLink>
  );
}
