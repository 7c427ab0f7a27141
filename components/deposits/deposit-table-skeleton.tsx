import type { ColumnShape } from "@/components/data-table/column-shape";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useLedger } from "@/components/session/companies";
import type { LedgerWords } from "@/lib/ledger-words";

/** The columns of the deposit list, in their order. The ids are what the API sorts by. */
export const depositColumnShapes = ({ record }: LedgerWords) =>
  ({
    date: { id: "date", header: "Date", meta: { narrow: "title" } },
    account: {
      id: "account",
      header: "Account",
      meta: { narrow: "line", truncate: true },
    },
    quickbooksId: { id: "quickbooks_id", header: record.term },
    amount: { id: "amount", header: "Total Amount", meta: { align: "right", narrow: "value" } },
    status: { id: "status", header: "Status", meta: { narrow: "aside" } },
  }) as const satisfies Record<string, ColumnShape>;

/** What the list is called. */
export const depositsTitle = ({ name }: LedgerWords) => `${name} Deposits`;

export function DepositTableSkeleton() {
  const ledger = useLedger();
  return (
    <TableSkeleton
      label={depositsTitle(ledger)}
      columns={Object.values(depositColumnShapes(ledger))}
      selectable
    />
  );
}
