import { Check, ChevronDown } from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import { confidenceOf } from "@/components/deposit-parts/confidence-meter";
import { accountName } from "@/components/deposit-parts/kind-name";
import { MatchPair, PairHeads } from "@/components/deposit-parts/match-pair";
import { type Pair, pairsOf } from "@/components/deposit-parts/pair-up";
import { StatusDot } from "@/components/deposit-parts/status-badge";
import { SumProofReceipt } from "@/components/deposit-parts/sum-proof-receipt";
import { Allowed } from "@/components/session/allowed";
import type { Answer } from "@/components/suggestions/use-suggestion-decisions";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";
import type { Suggestion } from "@/lib/contracts/matches";
import { counted } from "@/lib/counted";

const SHOWN_AT_FIRST = 3;

interface SuggestionCardProps {
  suggestion: Suggestion;
  disabled: boolean;
  onDecide: (answer: Answer, depositId: number) => void;
  /** Asks for the accounts that a deposit lacks. */
  accounts: (depositId: number) => ReactNode;
}

/** One suggested deposit with its pairs, its sum, and the two answers. */
export const SuggestionCard = memo(function SuggestionCard({
  suggestion: { deposit, matches, proof, waiting },
  disabled,
  onDecide,
  accounts,
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
        {waiting !== "" && accounts(deposit.id)}
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

/** What needs no look, in one line that unfolds. */
function SurePairs({ pairs, deposit }: { pairs: Pair[]; deposit: Deposit }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (pairs.length === 0) return null;
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex min-h-9 items-center gap-1.5 rounded-md px-1 text-sm text-muted-foreground hover:text-foreground"
      >
        <Check aria-hidden="true" className="size-4 text-success" />
        {sureText(pairs)}
        <ChevronDown
          aria-hidden="true"
          className={cn("size-4 transition-transform", open && "rotate-180")}
        />
      </button>
      <div id={id} hidden={!open} className="mt-2">
        {open && (
          <>
            <PairHeads />
            <ul className="mt-1 grid gap-5">
              {pairs.map((pair) => (
                <li key={pair.match.id}>
                  <MatchPair pair={pair} deposit={deposit} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

/** The pairs of a suggestion that need a look, and those that don't: certain ones, and what a user chose. */
export function foldPairs(pairs: readonly Pair[]): { sure: Pair[]; doubtful: Pair[] } {
  const isSure = ({ match }: Pair) =>
    match.origin === "manual" || confidenceOf(match) === "Certain";
  return { sure: pairs.filter(isSure), doubtful: pairs.filter((pair) => !isSure(pair)) };
}

/** "5 charges matched with certainty" */
export function sureText(pairs: readonly Pair[]): string {
  const lines = pairs.flatMap((pair) => pair.lines);
  const byHand = pairs.every(({ match }) => match.origin === "manual");
  const how = byHand ? "matched manually" : "matched with certainty";
  // One without lines explains the payout as a whole.
  if (lines.length === 0) return `Payout ${how}`;
  const noun = lines.some(({ amount }) => amount.startsWith("-")) ? "line" : "charge";
  return `${counted(lines.length, noun)} ${how}`;
}
