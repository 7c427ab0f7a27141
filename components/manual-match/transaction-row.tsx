import { Check } from "lucide-react";
import type { CSSProperties } from "react";
import { StatusDot } from "@/components/deposit-parts/status-badge";
import { nameOf } from "@/components/manual-match/transaction-order";
import type { TransactionView } from "@/components/manual-match/transactions";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { cn } from "@/lib/cn";
import { toWireDecimal } from "@/lib/money";

interface TransactionRowProps {
  id: string;
  item: TransactionView;
  /** "Same amount · same customer": why it is on top. */
  reasons: string[];
  selected: boolean;
  /** The keyboard is on it. */
  active: boolean;
  matched: boolean;
  position: { index: number; of: number };
  style: CSSProperties;
}

/** One deposit or payment in a list of the manual matching panel, which has its keys and clicks. */
export function TransactionRow({
  id,
  item,
  reasons,
  selected,
  active,
  matched,
  position,
  style,
}: TransactionRowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={matched || undefined}
      aria-setsize={position.of}
      aria-posinset={position.index + 1}
      data-row={item.id}
      style={style}
      className={cn(
        "absolute inset-x-0 top-0 flex h-14 items-center gap-3 border-b pr-4 pl-3 text-sm select-none",
        selected ? "bg-accent" : "hover:bg-muted/50",
        active &&
          "outline-ring group-has-focus-visible/list:outline-2 group-has-focus-visible/list:-outline-offset-2",
        matched ? "cursor-default opacity-70" : "cursor-pointer",
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          "grid size-4.5 shrink-0 place-items-center rounded-sm border",
          selected ? "border-primary bg-primary text-primary-foreground" : "border-input bg-card",
        )}
      >
        {selected && <Check className="size-3.5" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-medium">
          <StatusDot status={matched ? "matched" : item.status} />
          <span className="truncate" title={nameOf(item)}>
            {nameOf(item)}
          </span>
        </span>
        <span className="block truncate text-caption text-muted-foreground">
          <DateText date={item.date} />
          {reasons.length > 0 && (
            <span className="font-medium text-primary">{` · ${reasons.join(", ")}`}</span>
          )}
          <span className={cn(reasons.length > 0 && "max-sm:hidden")}>
            {` · ${item.processor || item.description}`}
            {item.number && ` ${item.number}`}
          </span>
        </span>
      </span>
      <Amount value={toWireDecimal(item.amount, item.currency)} currency={item.currency} />
    </div>
  );
}
