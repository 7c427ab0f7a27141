import { DataTable } from "@/components/data-table/data-table";
import { lingeringColumns } from "@/components/lingering-payments/columns";
import { NothingLingers } from "@/components/lingering-payments/nothing-lingers";
import type { LingeringPayment } from "@/lib/contracts/lingering-payments";

/** One page of the list. */
export default function LingeringRows({ payments }: { payments: LingeringPayment[] }) {
  return (
    <DataTable
      label="Payments in Undeposited Funds"
      columns={lingeringColumns}
      data={payments}
      getRowId={({ kind, Id }) => `${kind} ${Id}`}
      empty={<NothingLingers />}
    />
  );
}
