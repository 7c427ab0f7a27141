import { createColumnHelper } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { StatusBadge } from "@/components/books/status-badge";
import { DataTable } from "@/components/data-table/data-table";
import { LineAmount } from "@/components/deposits/line-amount";
import { EmptyState } from "@/components/feedback/empty-state";
import { Button } from "@/components/ui/button";
import type { DepositDetail } from "@/lib/contracts/deposits";

type Detail = DepositDetail["deposit"];
type Line = Detail["lines"][number];

const SHOWN_AT_FIRST = 100;

/** A line is proposed also while its deposit, which doesn't add up yet, is pending: "Suggested" is the deposit's word. */
const WORDS: Partial<Record<Line["status"], string>> = { suggested: "Proposed" };

const column = createColumnHelper<Line>();

/** What is inside a deposit, as the processor reports it; amounts are gross, in the deposit's currency. */
export function LineTable({ deposit }: Pick<DepositDetail, "deposit">) {
  const [all, setAll] = useState(false);
  const columns = useMemo(() => lineColumns(deposit.currency), [deposit.currency]);
  const lines = all ? deposit.lines : deposit.lines.slice(0, SHOWN_AT_FIRST);
  const hidden = deposit.lines.length - lines.length;
  return (
    <div className="-mx-4 sm:-mx-6">
      <DataTable
        label="Deposit lines"
        columns={columns}
        data={lines}
        getRowId={(line) => String(line.id)}
        empty={
          <EmptyState
            title="No deposit lines"
            description="The processor doesn't list what's in this payout, so we match its total."
          />
        }
      />
      {hidden > 0 && (
        <div className="border-t px-4 pt-4 sm:px-6">
          <Button variant="outline" size="sm" onClick={() => setAll(true)}>
            Show {hidden} more lines
          </Button>
        </div>
      )}
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
      cell: ({ row: { original } }) => <LineAmount line={original} currency={currency} />,
      meta: { align: "right", narrow: "value" },
    }),
    column.accessor("status", {
      header: "Status",
      cell: ({ getValue }) => <StatusBadge status={getValue()} label={WORDS[getValue()]} />,
      meta: { narrow: "note" },
    }),
  ];
}

function LongText({ text }: { text: string }) {
  return <span className="block break-words md:max-w-72">{text || "N/A"}</span>;
}
