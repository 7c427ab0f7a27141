import { createColumnHelper } from "@tanstack/react-table";
import { StatusBadge } from "@/components/books/status-badge";
import { depositColumnShapes as shapes } from "@/components/deposits/deposit-column-shapes";
import { PayoutBadge } from "@/components/deposits/payout-badge";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { Deposit } from "@/lib/contracts/deposits";

const column = createColumnHelper<Deposit>();

/** The cells of the deposit list. */
export const depositColumns = [
  column.accessor("txn_date", {
    ...shapes.date,
    enableSorting: true,
    cell: ({ getValue }) => <DateText date={getValue()} />,
  }),
  column.accessor("deposit_to_acc_name", {
    ...shapes.account,
    enableSorting: true,
    cell: ({ getValue }) => <span title={getValue()}>{getValue() || "N/A"}</span>,
  }),
  column.accessor("quickbook_id", {
    ...shapes.quickbooksId,
    enableSorting: true,
    cell: ({ getValue }) => getValue() || <span className="text-muted-foreground">Not synced</span>,
  }),
  column.accessor("total_amt", {
    ...shapes.amount,
    enableSorting: true,
    cell: ({ row: { original } }) => (
      <Amount value={original.total_amt} currency={original.currency} />
    ),
  }),
  column.accessor("status", {
    ...shapes.status,
    enableSorting: true,
    cell: ({ row: { original } }) => (
      <span className="flex gap-1.5">
        <StatusBadge status={original.status} />
        <PayoutBadge deposit={original} />
      </span>
    ),
  }),
];
