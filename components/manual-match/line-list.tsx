import { CircleHelp, Link2 } from "lucide-react";
import Link from "next/link";
import { useEffect, useId, useMemo } from "react";
import { type LineView, lineName, type Ties } from "@/components/manual-match/line-ties";
import { nameOf } from "@/components/manual-match/transaction-order";
import type { TransactionView } from "@/components/manual-match/transactions";
import { useListbox } from "@/components/manual-match/use-listbox";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { ScrollArea } from "@/components/ui/scroll-area";
import { TextLink } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";
import { counted } from "@/lib/counted";
import { formatCount } from "@/lib/format";
import { toWireDecimal } from "@/lib/money";

interface LineListProps {
  deposit: Deposit;
  lines: LineView[];
  ties: Ties;
  payments: readonly TransactionView[];
  /** The line whose payment is being chosen. */
  current: number | null;
  onChoose: (line: number) => void;
}

/** The lines of one deposit, each with the payment chosen for it; one of them is asked about. */
export function LineList({ deposit, lines, ties, payments, current, onChoose }: LineListProps) {
  const heading = useId();
  const ids = useMemo(() => lines.map(({ id }) => String(id)), [lines]);
  const byId = useMemo(() => new Map(payments.map((each) => [each.id, each])), [payments]);
  const list = useListbox({
    ids,
    view: String(deposit.id),
    startId: current === null ? undefined : String(current),
    onToggle: (id) => {
      if (!lines.find((line) => String(line.id) === id)?.decided) onChoose(Number(id));
    },
    onType: () => undefined,
  });
  const { rows } = list;
  const place = lines.findIndex(({ id }) => id === current);
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: "auto" });
  }, [place, rows]);
  const open = lines.filter(({ id, decided }) => !decided && !ties.has(id)).length;
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 overflow-hidden rounded-lg border bg-card"
    >
      <div className="flex min-h-12.5 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2">
        <h3 id={heading} className="text-sm font-semibold whitespace-nowrap">
          Stripe Transactions
        </h3>
        <p className="mr-auto min-w-0 truncate text-caption text-muted-foreground">
          {deposit.source} payout of <DateText date={deposit.txn_date} />,{" "}
          <Amount value={deposit.total_amt} currency={deposit.currency} />
        </p>
        <TextLink href="/manual-match" className="text-caption whitespace-nowrap">
          All deposits
        </TextLink>
      </div>
      <ScrollArea
        className="group/list h-80"
        viewport={{
          ...list.viewport,
          role: "listbox",
          className: "focus-visible:outline-none",
          "aria-labelledby": heading,
        }}
      >
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            return (
              line && (
                <LineRow
                  key={key}
                  id={list.idOf(index)}
                  line={line}
                  chosen={(ties.get(line.id) ?? []).flatMap((each) => byId.get(each) ?? [])}
                  hasTies={ties.has(line.id)}
                  currency={deposit.currency}
                  selected={line.id === current}
                  active={list.active === index}
                  position={{ index, of: lines.length }}
                  start={start}
                />
              )
            );
          })}
        </div>
      </ScrollArea>
      <div className="flex min-h-10 items-center justify-between gap-3 border-t px-3 text-caption">
        <p aria-live="polite" className="text-muted-foreground tabular-nums">
          {counted(lines.length, "line")}
          {open === 0 ? ", each with a payment" : `, ${formatCount(open)} open`}
        </p>
        <Link
          href={`/transaction/${deposit.id}`}
          className="rounded-sm text-primary underline underline-offset-4"
        >
          Open deposit
        </Link>
      </div>
    </section>
  );
}

interface LineRowProps {
  id: string;
  line: LineView;
  chosen: TransactionView[];
  hasTies: boolean;
  currency: string;
  selected: boolean;
  active: boolean;
  position: { index: number; of: number };
  start: number;
}

function LineRow({
  id,
  line,
  chosen,
  hasTies,
  currency,
  selected,
  active,
  position,
  start,
}: LineRowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={line.decided || undefined}
      aria-setsize={position.of}
      aria-posinset={position.index + 1}
      data-row={line.id}
      style={{ transform: `translateY(${start}px)` }}
      className={cn(
        "absolute inset-x-0 top-0 flex h-14 items-center gap-3 border-b border-l-2 pr-4 pl-3 text-sm select-none",
        selected ? "border-l-primary bg-accent" : "border-l-transparent hover:bg-muted/50",
        active &&
          "outline-ring group-has-focus-visible/list:outline-2 group-has-focus-visible/list:-outline-offset-2",
        line.decided ? "cursor-default opacity-70" : "cursor-pointer",
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-medium" title={lineName(line)}>
            {lineName(line)}
          </span>
          <span className="min-w-0 shrink-[2] truncate text-caption text-muted-foreground">
            <DateText date={line.date} />
            {line.customer && line.description && ` · ${line.description}`}
          </span>
        </span>
        <Answer line={line} chosen={chosen} hasTies={hasTies} currency={currency} />
      </span>
      <Amount value={toWireDecimal(line.gross, currency)} currency={currency} />
    </div>
  );
}

/** Under a line: its payment, or that one is to be chosen. */
function Answer({
  line,
  chosen: [first, ...others],
  hasTies,
  currency,
}: Pick<LineRowProps, "line" | "chosen" | "hasTies" | "currency">) {
  const size = "size-3.5 shrink-0";
  if (line.decided) {
    return <span className="block text-caption text-muted-foreground">Matched already</span>;
  }
  if (!first) {
    return (
      <span className="flex items-center gap-1.5 text-caption">
        <CircleHelp aria-hidden="true" className={cn(size, "text-warning")} />
        {hasTies ? "Loading its payment..." : "Choose a payment"}
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-caption">
      <Link2 role="img" aria-label="Payment:" className={cn(size, "text-success")} />
      <span className="truncate">
        {others.length === 0 ? nameOf(first) : counted(others.length + 1, "payment")}
      </span>
      {[first, ...others].map(({ id, amount }) => (
        <Amount
          key={id}
          value={toWireDecimal(amount, currency)}
          currency={currency}
          className="text-muted-foreground"
        />
      ))}
      {others.length === 0 && <DateText date={first.date} className="text-muted-foreground" />}
    </span>
  );
}
