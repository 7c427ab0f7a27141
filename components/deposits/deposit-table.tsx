import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { depositColumnShapes } from "@/components/deposits/deposit-column-shapes";
import type { DepositRowsProps } from "@/components/deposits/deposit-rows";
import { useLoaded } from "@/components/feedback/use-loaded";

const LABEL = "QuickBooks Deposits";
const COLUMNS = Object.values(depositColumnShapes);
// While the rows are fetched, so is what shows them: nobody waits for the page because of it.
const loadRows = () => import("@/components/deposits/deposit-rows");

/** The list of deposits; undefined while it loads. */
export function DepositTable({
  deposits,
  ...props
}: Omit<DepositRowsProps, "deposits" | "label"> & {
  deposits: DepositRowsProps["deposits"] | undefined;
}) {
  const DepositRows = useLoaded(loadRows);
  if (!deposits || !DepositRows)
    return <TableSkeleton label={LABEL} columns={COLUMNS} selectable />;
  return <DepositRows label={LABEL} deposits={deposits} {...props} />;
}
