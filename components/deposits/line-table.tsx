import { createColumnHelper } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { StatusBadge } from "@/components/books/status-badge";
import { DataTable } from "@/components/data-table/data-table";
import { LineAmount } from "@/components/deposits/line-amount";
import { LinePayments } from "@/components/deposits/line-payments";
import { useWantedLine } from "@/components/deposits/use-wanted-line";
import { EmptyState } from "@/components/feedback/empty-state";
import { Button } from "@/components/ui/button";
import type { DepositDetail, MatchView } from "@/lib/contracts/deposits";

type Detail = DepositDetail["deposit"];
type Line = Detail["lines"][number];

const SHOWN_AT_FIRST = 100;

const column = createColumnHelper<Line>();

/** What is inside a deposit, each line with its payments; amounts are gross, in the deposit's currency. */
export function LineTable({ deposit, matches }: Pick<DepositDetail, "deposit" | "matches">) {
  const wanted = useWantedLine();
  const [all, setAll] = useState(wanted !== null);
  const columns = useMemo(
    () => lineColumns(deposit.currency, matches, wanted),
    [deposit, matches, wanted],
  );
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

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}

function lineColumns(currency: string, matches: MatchView[], wanted: number | null) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  return [
    column.accessor("description", {
      header: "Description",
      cell: ({ getValue, row: { original } }) => (
        <>
          <span
            ref={original.id === wanted ? reveal : undefined}
            className={original.id === wanted ? "font-semibold" : undefined}
          >
            <LongText text={getValue()} />
          </span>
          <LinePayments match={byId.get(original.match_id ?? "")} />
        </>
      ),
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
