import { createColumnHelper } from "@tanstack/react-table";
import { useMemo } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/feedback/empty-state";
import { Amount } from "@/components/ui/amount";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DepositDetail } from "@/lib/contracts/deposits";

type Detail = DepositDetail["deposit"];

const column = createColumnHelper<Detail["lines"][number]>();

/** What is inside a deposit; amounts are gross, in the deposit's currency. */
export function LineTable({ deposit }: { deposit: Detail }) {
  const columns = useMemo(() => lineColumns(deposit.currency), [deposit.currency]);
  return (
    <div className="-mx-4 sm:-mx-6">
      <DataTable
        label="Deposit lines"
        columns={columns}
        data={deposit.lines}
        getRowId={(line) => String(line.id)}
        empty={
          <EmptyState
            title="No deposit lines"
            description="The processor does not tell what is in this payout. It is matched as a whole."
          />
        }
      />
    </div>
  );
}

function lineColumns(currency: string) {
  return [
    column.accessor("description", {
      header: "Description",
      cell: ({ getValue }) => <LongText text={getValue()} />,
      meta: { narrow: "title" },
    }),
    column.accessor("plateform", { header: "Platform" }),
    column.accessor("entity", {
      header: "Entity",
      cell: ({ getValue }) => <LongText text={getValue()} />,
      meta: { narrow: "subtitle" },
    }),
    column.accessor("amount", {
      header: "Amount",
      cell: ({ getValue }) => <Amount value={getValue()} currency={currency} />,
      meta: { align: "right", narrow: "value" },
    }),
    column.accessor("status", {
      header: "Status",
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
      meta: { narrow: "note" },
    }),
  ];
}

function LongText({ text }: { text: string }) {
  return (
    <span className="block truncate md:max-w-56" title={text}>
      {text || "N/A"}
    </span>
  );
}
