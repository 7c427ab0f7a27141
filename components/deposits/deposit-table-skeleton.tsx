import type { ColumnShape } from "@/components/data-table/column-shape";
import { TableSkeleton } from "@/components/data-table/table-skeleton";

/** The columns of the deposit list, in their order. The ids are what the API sorts by. */
export const depositColumnShapes = {
  date: { id: "date", header: "Date", meta: { narrow: "subtitle" } },
  account: {
    id: "account",
    header: "Account",
    meta: { narrow: "title", skeleton: "w-40", truncate: true },
  },
  quickbooksId: { id: "quickbooks_id", header: "QuickBooks ID" },
  amount: { id: "amount", header: "Total Amount", meta: { align: "right", narrow: "value" } },
  status: { id: "status", header: "Status", meta: { narrow: "note", skeleton: "w-20" } },
} as const satisfies Record<string, ColumnShape>;

export const TABLE_LABEL = "QuickBooks Deposits";
const COLUMNS = Object.values(depositColumnShapes);

export function DepositTableSkeleton() {
  return <TableSkeleton label={TABLE_LABEL} columns={COLUMNS} selectable />;
}
