import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { DialogFooter } from "@/components/ui/dialog";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Skeleton } from "@/components/ui/skeleton";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import { ApiError } from "@/lib/api-errors";
import type { ReceiptPreview } from "@/lib/contracts/receipts";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal, toWireDecimal } from "@/lib/money";
import { receiptPreviewQuery, type Selection, usePlanReceipts } from "./queries";

const CHANGED = 409;

/** The receipts that would be planned, what is left out and why; applied exactly as shown. */
export function BulkPreview({
  selection,
  onDone,
  onClose,
}: {
  selection: Selection;
  onDone: () => void;
  onClose: () => void;
}) {
  const ledger = useLedger();
  const { data, error, refetch, isFetching } = useQuery(receiptPreviewQuery(selection));
  const home = useFormatPreferences().currency;
  const [hasChanged, setHasChanged] = useState(false);
  const plan = usePlanReceipts(onDone);
  const refusal = plan.error && !hasChanged ? plan.error.message : undefined;

  function apply(token: string) {
    setHasChanged(false);
    plan.mutate(
      { token, selection },
      {
        onError: (reason) => {
          if (!(reason instanceof ApiError) || reason.status !== CHANGED) return;
          setHasChanged(true);
          void refetch();
        },
      },
    );
  }

  if (!data) {
    if (!error) return <Skeleton className="h-72" />;
    return (
      <ErrorState
        headingLevel="h3"
        title="Couldn't prepare the preview"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {hasChanged && (
        <Notice>These lines have changed. Check the new preview before you record it.</Notice>
      )}
      <div className="text-sm">
        <p className="font-medium tabular-nums">{sumSentence(data.sums, home, ledger)}</p>
        <p className="text-muted-foreground">{countSentence(data, ledger)}</p>
      </div>
      {data.obstacle !== "" && (
        <Notice>
          {data.obstacle} <TextLink href="/settings#receipts">Go to Settings</TextLink>
        </Notice>
      )}
      {data.rows.length > 0 && <PreviewRows rows={data.rows} />}
      {data.left_out.length > 0 && <LeftOut lines={data.left_out} />}
      {refusal !== undefined && (
        <p role="alert" className="text-sm text-destructive">
          {refusal}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={data.count === 0 || data.obstacle !== "" || isFetching}
          loading={plan.isPending}
          onClick={() => apply(data.token)}
        >
          {data.count === 1 ? "Record 1 receipt" : `Record ${data.count} receipts`}
        </Button>
      </DialogFooter>
    </div>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md border p-3 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <span>{children}</span>
    </p>
  );
}

const SHOWN_AT_FIRST = 20;

function LeftOut({ lines }: { lines: ReceiptPreview["left_out"] }) {
  const [all, setAll] = useState(false);
  const shown = all ? lines : lines.slice(0, SHOWN_AT_FIRST);
  const hidden = lines.length - shown.length;
  return (
    <section aria-labelledby="left-out" className="text-sm">
      <h3 id="left-out" className="font-medium">
        Left out
      </h3>
      <ul className="mt-1 divide-y">
        {shown.map(({ line_id, description, reason, amount, currency }) => (
          <li key={line_id} className="flex items-baseline justify-between gap-4 py-1.5">
            <span className="min-w-0 break-words">
              {description}
              <span className="block text-muted-foreground">{reason}</span>
            </span>
            <Amount value={amount} currency={currency} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  );
}

type Sums = ReceiptPreview["sums"];

/**
 * For the user: "6 sales receipts, 1,240.00 · 1 refund receipt, 45.00"
 * @param home the company's currency, which is not named
 */
export function sumSentence(
  sums: Sums,
  home: string | undefined,
  { receipts }: LedgerWords,
): string {
  if (sums.length === 0) return "Nothing to record.";
  return sums
    .toSorted((a, b) => b.kind.localeCompare(a.kind))
    .map(({ kind, count, amount, currency }) => {
      const { one, many } = receipts[kind];
      return `${count} ${count === 1 ? one : many}, ${currency === home ? "" : `${currency} `}${formatAmount(amount)}`;
    })
    .join(" · ");
}

/** For the user: "5 customers in QuickBooks, 2 new ones · 1 line left out" */
export function countSentence(
  { rows, left_out }: Pick<ReceiptPreview, "rows" | "left_out">,
  { name }: LedgerWords,
): string {
  const customers = rows.flatMap(({ receipt }) => receipt.customer ?? []);
  const known = new Set(customers.flatMap(({ Id }) => Id ?? []));
  const made = new Set(
    customers.flatMap(({ Id, name: customerName }) =>
      Id === null ? customerName.toLowerCase() : [],
    ),
  );
  const nameless = rows.length - customers.length;
  const parts = [
    known.size > 0 && `${counted(known.size, "customer", "customers")} in ${name}`,
    made.size > 0 && counted(made.size, "new customer", "new customers"),
    nameless > 0 && `${nameless} without a customer`,
    left_out.length > 0 && `${counted(left_out.length, "line", "lines")} left out`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

type Row = ReceiptPreview["rows"][number];

const ROWS_AT_FIRST = 50;

/** The receipts, one a line; a refund receipt is money out. */
function PreviewRows({ rows }: { rows: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, ROWS_AT_FIRST);
  const hidden = rows.length - shown.length;
  return (
    // Reachable by keyboard: it scrolls.
    <section
      aria-label="Receipts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border"
    >
      <Table aria-label="Receipts" className="max-sm:table-fixed">
        <TableHeader>
          <TableRow>
            <TableHead className="first:pl-3 max-sm:hidden">Date</TableHead>
            <TableHead className="max-sm:first:pl-3">Customer</TableHead>
            <TableHead className="max-sm:hidden">Line</TableHead>
            <TableHead className="max-sm:hidden">Product or service</TableHead>
            <TableHead className="w-28 text-right last:pr-3">Amount</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {shown.map((row) => (
            <ReceiptRow key={row.line_id} row={row} />
          ))}
        </TableBody>
      </Table>
      {hidden > 0 && (
        <Button variant="outline" size="sm" className="m-3" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </section>
  );
}

function ReceiptRow({ row: { description, receipt } }: { row: Row }) {
  const { customer, item, date, amount, currency, kind } = receipt;
  const signed =
    kind === "RefundReceipt" ? toWireDecimal(-parseDecimal(amount, currency), currency) : amount;
  return (
    <TableRow>
      <TableCell className="py-1.5 first:pl-3 max-sm:hidden">
        <DateText date={date} />
      </TableCell>
      <TableCell className="py-1.5 break-words max-sm:pl-3">
        {customer?.name ?? <span className="text-muted-foreground">No customer</span>}
        {customer?.is_new && <Badge className="ml-2 align-middle">New</Badge>}
        <span className="block text-caption break-words text-muted-foreground sm:hidden">
          <DateText date={date} /> · {description}
        </span>
      </TableCell>
      <TableCell className="py-1.5 break-words text-muted-foreground max-sm:hidden">
        {description}
      </TableCell>
      <TableCell className="py-1.5 break-words text-muted-foreground max-sm:hidden">
        {item?.Name ?? <span className="text-warning">Not chosen</span>}
      </TableCell>
      <TableCell className="py-1.5 text-right last:pr-3">
        <Amount value={signed} currency={currency} />
      </TableCell>
    </TableRow>
  );
}
