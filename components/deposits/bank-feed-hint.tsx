import { Landmark, X } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { companyKey } from "@/lib/tab-company";

const DISMISSED = "dismissed";
const listeners = new Set<() => void>();

const key = () => companyKey("bank-feed-hint");

function remember(shownOn: string): void {
  localStorage.setItem(key(), shownOn);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What to do with the bank's side of a posted deposit; on the first one that this user sees, until dismissed. */
export function BankFeedHint({ deposit }: { deposit: DepositDetail["deposit"] }) {
  const shownOn = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key()),
    () => DISMISSED,
  );
  const { feed } = useLedger();
  const id = String(deposit.id);
  // A deposit of zero has no line in the bank feed to match: what its posting says is about that.
  // One that the books had already was matched in the feed when it was recorded there.
  const isOurs = deposit.status === "posted" && deposit.posting?.adopted !== true;
  const isMatchable = isOurs && !deposit.total_amt.startsWith("-");
  const isFirst = isMatchable && shownOn === null;
  useEffect(() => {
    if (isFirst) remember(id);
  }, [isFirst, id]);
  if (!isMatchable || (shownOn !== null && shownOn !== id)) return null;
  return (
    <div
      role="note"
      className="flex items-start gap-3 rounded-lg border bg-card p-4 text-sm print:hidden"
    >
      <Landmark aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <p className="flex-1">
        <span className="font-medium">{feed.advice}</span>{" "}
        <span className="text-muted-foreground">{feed.reason}</span>
      </p>
      <Button
        variant="ghost"
        size="icon"
        className="-m-2"
        aria-label="Dismiss this hint"
        onClick={() => remember(DISMISSED)}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
