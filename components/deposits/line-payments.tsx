import type { MatchView } from "@/lib/contracts/deposits";
import { formatAmount } from "@/lib/format";

const SHOWN = 3;

const KINDS: Record<string, string> = {
  SalesReceipt: "Sales receipt",
  RefundReceipt: "Refund receipt",
};

/** The payments in QuickBooks that explain a line; a match of many lists the first few. */
export function LinePayments({ match }: { match: MatchView | undefined }) {
  if (!match) return null;
  const more = match.payments.length - SHOWN;
  return (
    <ul className="text-xs font-normal text-muted-foreground">
      {match.payments.slice(0, SHOWN).map(({ Id, kind, CustomerName, TotalAmt }) => {
        const text = [`${KINDS[kind] ?? kind} ${Id}`, formatAmount(TotalAmt), CustomerName]
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
