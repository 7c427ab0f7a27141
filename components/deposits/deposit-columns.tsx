import { createColumnHelper } from "@tanstack/react-table";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Deposit } from "@/lib/contracts/deposits";

const column = createColumnHelper<Deposit>();

/** The list of deposits, as a table and as its skeleton. The ids are what the API sorts by. */
export const depositColumns = [
  column.accessor("txn_date", {
    id: "date",
    header: "Date",
    enableSorting: true,
    cell: ({ getValue }) => <DateText date={getValue()} />,
    meta: { narrow: "subtitle" },
  }),
  column.accessor("deposit_to_acc_name", {
    id: "account",
    header: "Account",
    enableSorting: true,
    cell: ({ getValue }) => <span title={getValue()}>{getValue() || "N/A"}</span>,
    meta: { narrow: "title", skeleton: "w-40", truncate: true },
  }),
  column.accessor("quickbook_id", {
    id: "quickbooks_id",
    enableSorting: true,
    header: "QuickBooks ID",
    cell: ({ getValue }) => getValue() || <span className="text-muted-foreground">Not synced</span>,
  }),
  column.accessor("total_amt", {
    id: "amount",
    header: "Total Amount",
    enableSorting: true,
    cell: ({ row: { original } }) => (
      <Amount value={original.total_amt} currency={original.currency} />
    ),
    meta: { align: "right", narrow: "value" },
  }),
  column.accessor("status", {
    id: "status",
    header: "Status",
    enableSorting: true,
    cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    meta: { narrow: "note", skeleton: "w-20" },
  }),
];
