import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ANSWER, OPEN, UNFOLD } from "@/components/deposit-parts/case-marks";
import { CaseMarker } from "@/components/inbox/case-marker";
import type { Cause } from "@/components/inbox/causes";
import { DepositCase } from "@/components/inbox/deposit-case";
import { focusCase } from "@/components/inbox/use-inbox-keys";
import type { SuggestionDecisions } from "@/components/suggestions/use-suggestion-decisions";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { RowLink } from "@/components/ui/row-link";
import type { Deposit } from "@/lib/contracts/deposits";

const STEP = 10;

interface CaseListProps {
  cause: Cause;
  /** One answer settles all of them: each is a row alone, until it is chosen. */
  isTogether: boolean;
  /** None of them has an answer of its own. */
  isOfSetting: boolean;
  decisions: SuggestionDecisions;
  onLeave: (step: 1 | -1) => void;
  onHelp: () => void;
}

/**
 * Deposits of a cause, one of them unfolded: the first one until another is chosen. When it is decided, the next one
 * takes its place, with the focus.
 */
export function CaseList({
  cause: { title, deposits },
  isTogether,
  isOfSetting,
  onLeave,
  ...props
}: CaseListProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [shown, setShown] = useState(STEP);
  const list = useRef<HTMLUListElement>(null);
  /** Of the unfolded one, for when it is gone. */
  const place = useRef(0);
  const hadFocus = useRef(false);
  const found = deposits.findIndex(({ id }) => id === chosen);
  const current = found === -1 ? Math.min(place.current, deposits.length - 1) : found;
  const unfolded = isTogether && found === -1 ? undefined : deposits[current];
  const unfoldedId = unfolded?.id;
  useEffect(() => {
    place.current = Math.max(current, 0);
  }, [current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is unfolded
  useEffect(() => {
    const isLost = hadFocus.current && document.activeElement === document.body;
    const unfoldedCase = list.current?.querySelector<HTMLElement>("article");
    if (isLost && unfoldedCase) focusCase(unfoldedCase);
  }, [unfoldedId]);

  function leave(step: 1 | -1) {
    const target = deposits[current + step];
    if (!target) return onLeave(step);
    // The focus goes with what was unfolded, and is found again in the next one.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    unfold(target.id);
  }
  function unfold(id: number) {
    hadFocus.current = true;
    setChosen(id);
    setShown(Math.max(shown, deposits.findIndex((each) => each.id === id) + 1));
  }
  return (
    <>
      <ul
        ref={list}
        aria-label={title}
        className="divide-y border-t"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          // Null as well when the focused row is removed.
          if (relatedTarget) hadFocus.current = false;
        }}
      >
        {deposits.slice(0, shown).map((deposit) => (
          <li key={deposit.id}>
            {deposit === unfolded ? (
              <DepositCase {...props} deposit={deposit} onLeave={leave} />
            ) : (
              <CaseRow
                deposit={deposit}
                // What all wait for is said once, above them.
                text={isTogether ? "" : (deposit.reason?.text ?? "")}
                onUnfold={isOfSetting ? undefined : () => unfold(deposit.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {deposits.length > shown && (
        <Button
          variant="outline"
          size="sm"
          className="mb-3 w-fit"
          onClick={() => setShown(shown + STEP)}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** A deposit that isn't unfolded: which one, and why. One that can't be is a link to its page. */
function CaseRow({
  deposit,
  text,
  onUnfold,
}: {
  deposit: Deposit;
  text: string;
  onUnfold: (() => void) | undefined;
}) {
  const className =
    "-mx-2 grid min-h-11 w-[calc(100%+1rem)] grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 rounded-md px-2 py-2.5 text-left text-sm hover:bg-muted/50";
  const parts = (
    <>
      <ChevronRight aria-hidden="true" className="size-4 text-muted-foreground" />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <CaseMarker deposit={deposit} />
        <span className="font-medium">
          {deposit.source} · <DateText date={deposit.txn_date} />
        </span>
      </span>
      <Amount value={deposit.total_amt} currency={deposit.currency} className="font-medium" />
      {text !== "" && (
        <span className="col-start-2 col-end-4 line-clamp-2 text-caption text-muted-foreground">
          {text}
        </span>
      )}
    </>
  );
  if (!onUnfold) {
    return (
      <RowLink
        {...{ [OPEN]: "", [ANSWER]: "" }}
        href={`/transaction/${deposit.id}`}
        className={className}
      >
        {parts}
      </RowLink>
    );
  }
  return (
    <button
      {...{ [UNFOLD]: "" }}
      type="button"
      aria-expanded={false}
      onClick={onUnfold}
      className={className}
    >
      {parts}
    </button>
  );
}
