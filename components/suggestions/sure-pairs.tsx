import { Check, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { MatchPair, PairHeads } from "@/components/books/match-pair";
import type { Pair } from "@/components/books/pairs-of";
import { sureText } from "@/components/suggestions/fold-pairs";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";

/** What needs no look, in one line that unfolds. */
export function SurePairs({ pairs, deposit }: { pairs: Pair[]; deposit: Deposit }) {
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
