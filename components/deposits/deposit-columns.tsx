import { createColumnHelper } from "@tanstack/react-table";
import { StatusBadge } from "@/components/books/status-badge";
import { depositColumnShapes as shapes } from "@/components/deposits/deposit-column-shapes";
import { DepositSummary } from "@/components/deposits/deposit-summary";
import { PayoutBadge } from "@/components/deposits/payout-badge";
import { PostingBadge } from "@/components/deposits/posting-badge";
import { SourceAccount } from "@/components/deposits/source-account";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { Deposit } from "@/lib/contracts/deposits";
import type { Integration } from "@/lib/contracts/integrations";

const column = createColumnHelper<Deposit>();

/**
 * The cells of the deposit list.
 * @param several see SourceAccount
 */
export const depositColumns = (several: Integration[]) => [
  column.accessor("txn_date", {
    ...shapes.date,
    enableSorting: true,
    cell: ({ getValue }) => <DateText date={getValue()} />,
  }),
  column.accessor("deposit_to_acc_name", {
    ...shapes.account,
    enableSorting: true,
    cell: ({ getValue, row: { original } }) => (
      <div className="grid min-w-0">
        <span title={getValue()} className="truncate">
          {getValue() || "N/A"}
          <SourceAccount deposit={original} several={several} />
        </span>
        <DepositSummary deposit={original} />
      </div>
    ),
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
        <PostingBadge posting={original.posting} />
        <PayoutBadge deposit={original} />
      </span>
    ),
  }),
];
