import { TriangleAlert } from "lucide-react";
import { memo, useState } from "react";
import { accountName } from "@/components/books/account-name";
import { MatchPair, PairHeads } from "@/components/books/match-pair";
import { pairsOf } from "@/components/books/pairs-of";
import { StatusDot } from "@/components/books/status-dot";
import { SumProofReceipt } from "@/components/books/sum-proof-receipt";
import { Allowed } from "@/components/session/allowed";
import { foldPairs } from "@/components/suggestions/fold-pairs";
import { SurePairs } from "@/components/suggestions/sure-pairs";
import type { Answer } from "@/components/suggestions/use-suggestion-decisions";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import type { Suggestion } from "@/lib/contracts/matches";

const SHOWN_AT_FIRST = 3;

interface SuggestionCardProps {
  suggestion: Suggestion;
  disabled: boolean;
  onDecide: (answer: Answer, depositId: number) => void;
}

/** One suggested deposit with its pairs, its sum, and the two answers. */
export const SuggestionCard = memo(function SuggestionCard({
  suggestion: { deposit, matches, proof, waiting },
  disabled,
  onDecide,
}: SuggestionCardProps) {
  const [all, setAll] = useState(false);
  const { sure, doubtful } = foldPairs(pairsOf(deposit.lines, matches));
  const shown = all ? doubtful : doubtful.slice(0, SHOWN_AT_FIRST);
  const title = `suggestion-${deposit.id}`;
  return (
    <article
      aria-labelledby={title}
      className="grid gap-6 py-5 lg:grid-cols-[minmax(0,1fr)_15rem] lg:gap-10"
    >
      <div className="min-w-0">
        <h3 id={title} className="mb-3 flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          <StatusDot status={deposit.status} />
          <RowLink
            href={`/transaction/${deposit.id}`}
            className="rounded-sm underline-offset-4 hover:underline"
          >
            {deposit.source} · <DateText date={deposit.txn_date} /> ·{" "}
            <Amount value={deposit.total_amt} currency={deposit.currency} />
          </RowLink>
          <span className="font-normal text-muted-foreground">
            Deposit #{deposit.id} · {accountName(deposit)}
          </span>
        </h3>
        {waiting !== "" && (
          <p className="mb-3 flex gap-2 text-sm">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
            <span>
              {waiting}{" "}
              <RowLink
                href={`/transaction/${deposit.id}`}
                className="rounded-sm font-medium text-primary underline-offset-4 hover:underline"
              >
                Choose the account
              </RowLink>
            </span>
          </p>
        )}
        {shown.length > 0 && <PairHeads />}
        <ul className="mt-1 grid gap-5 empty:hidden">
          {shown.map((pair) => (
            <li key={pair.match.id}>
              <MatchPair pair={pair} deposit={deposit} />
            </li>
          ))}
        </ul>
        {doubtful.length > SHOWN_AT_FIRST && (
          <Button variant="link" className="mt-2 px-0" onClick={() => setAll(!all)}>
            {all ? "Show fewer pairs" : `Show all ${doubtful.length} pairs`}
          </Button>
        )}
        <SurePairs pairs={sure} deposit={deposit} />
      </div>
      <div className="flex flex-col justify-between gap-4">
        <SumProofReceipt proof={proof} currency={deposit.currency} needsAccount={waiting !== ""} />
        <Allowed to="bookkeeper">
          <div className="grid grid-cols-2 gap-2">
            <Button
              variant="outline"
              disabled={disabled}
              onClick={() => onDecide("dismiss", deposit.id)}
            >
              Dismiss
            </Button>
            <Button
              data-confirm
              disabled={disabled}
              onClick={() => onDecide("confirm", deposit.id)}
            >
              Confirm Match
            </Button>
          </div>
        </Allowed>
      </div>
    </article>
  );
});
