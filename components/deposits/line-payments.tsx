import { kindName } from "@/components/books/kind-name";
import type { MatchView } from "@/lib/contracts/deposits";
import { formatAmount } from "@/lib/format";

const SHOWN = 3;

/** The payments in QuickBooks that explain a line; a match of many lists the first few. */
export function LinePayments({ match }: { match: MatchView | undefined }) {
  if (!match) return null;
  const more = match.payments.length - SHOWN;
  return (
    <ul className="text-xs font-normal text-muted-foreground">
      {match.payments.slice(0, SHOWN).map(({ Id, kind, CustomerName, TotalAmt, planned }) => {
        const what = planned ? `${kindName(kind)}, to be created` : `${kindName(kind)} ${Id}`;
        const text = [what, formatAmount(TotalAmt), CustomerName]
          .filter((part) => part !== "")
          .join(" · ");
        return (
          <li key={`${kind} ${Id}`} className="truncate md:max-w-72" title={text}>
            {text}
          </li>
        );
      })}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
