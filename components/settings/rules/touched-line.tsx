import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { TextLink } from "@/components/ui/text-link";
import type { RuleUse } from "@/lib/contracts/rules";

/** A line of a payout that a rule covers or has decided, with a note next to its amount. */
export function TouchedLine({ line, note }: { line: Omit<RuleUse, "text">; note: string }) {
  const { deposit_id, date, description, customer, amount, currency } = line;
  return (
    <li className="flex items-baseline justify-between gap-4 py-2 text-sm">
      <div className="grid min-w-0">
        <TextLink href={`/transaction/${deposit_id}`} className="break-words">
          {customer || description || "No description"}
        </TextLink>
        <span className="text-caption text-muted-foreground">
          <DateText date={date} />
          {customer && description && ` · ${description}`}
        </span>
      </div>
      <div className="grid shrink-0 justify-items-end">
        <Amount value={amount} currency={currency} />
        <span className="text-caption text-muted-foreground">{note}</span>
      </div>
    </li>
  );
}
