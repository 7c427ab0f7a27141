import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { depositColumnShapes } from "@/components/deposits/deposit-column-shapes";

export const TABLE_LABEL = "QuickBooks Deposits";
const COLUMNS = Object.values(depositColumnShapes);

export function DepositTableSkeleton() {
  return <TableSkeleton label={TABLE_LABEL} columns={COLUMNS} selectable />;
}
