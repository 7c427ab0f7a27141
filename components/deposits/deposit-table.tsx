import { DepositTableSkeleton } from "@/components/deposits/deposit-table-skeleton";
import { latePart } from "@/components/ui/late-part";

/** The list of deposits. What draws its rows is fetched while the rows are. */
export const DepositTable = latePart(() => import("@/components/deposits/deposit-rows"), {
  waiting: <DepositTableSkeleton />,
});
