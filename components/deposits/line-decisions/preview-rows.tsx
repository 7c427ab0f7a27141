import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { ReceiptPreview } from "@/lib/contracts/receipts";
import { parseDecimal, toWireDecimal } from "@/lib/money";

type Row = ReceiptPreview["rows"][number];

const ROWS_AT_FIRST = 50;

/** The receipts, one a line; a refund receipt is money out. */
export function PreviewRows({ rows }: { rows: readonly Row[] }) {
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
