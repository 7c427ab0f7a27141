import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { DataTable } from "@/components/data-table/data-table";
import type { RowSelection } from "@/components/data-table/selection";
import { OnTheirWay } from "@/components/deposit-parts/on-their-way";
import { depositColumns } from "@/components/deposits/deposit-columns";
import { DepositTableSkeleton, depositsTitle } from "@/components/deposits/deposit-table-skeleton";
import { type DepositFilter, isFiltered, NO_CRITERIA } from "@/components/deposits/filter";
import { useSeveralAccounts } from "@/components/deposits/use-several-accounts";
import { EmptyState } from "@/components/feedback/empty-state";
import { integrationsQuery } from "@/components/integrations/queries";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { RowLink } from "@/components/ui/row-link";
import { type DepositSort, isDepositSort } from "@/lib/constants/deposits";
import type { Deposit } from "@/lib/contracts/deposits";
import { isLedgerWire } from "@/lib/ledger-words";

interface DepositRowsProps {
  /** Undefined while they are loading. */
  deposits: Deposit[] | undefined;
  filter: DepositFilter;
  selection: RowSelection<Deposit>;
  onChange: (part: Partial<Omit<DepositFilter, "page">>) => void;
}

/** One page of the list; a row opens its deposit. */
export default function DepositRows({ deposits, filter, selection, onChange }: DepositRowsProps) {
  const ledger = useLedger();
  const several = useSeveralAccounts();
  const columns = useMemo(() => depositColumns(several, ledger), [several, ledger]);
  if (!deposits) return <DepositTableSkeleton />;
  return (
    <>
      <OnTheirWay className="border-b px-4 py-3 sm:px-6" />
      <DataTable
        isLong
        label={depositsTitle(ledger)}
        columns={columns}
        data={deposits}
        getRowId={idOf}
        rowHref={(deposit) => `/transaction/${deposit.id}`}
        selection={selection}
        sorting={toSorting(filter.sort)}
        onSort={(sorting) => {
          const sort = fromSorting(sorting);
          if (sort) onChange({ sort });
        }}
        empty={<NoDeposits filtered={isFiltered(filter)} onClear={() => onChange(NO_CRITERIA)} />}
      />
    </>
  );
}

const idOf = ({ id }: Deposit) => String(id);

/** What the table is sorted by: a column, in which direction. */
interface Sorting {
  id: string;
  desc: boolean;
}

/** "-date" → by date, newest first, as the table states it. */
export function toSorting(sort: DepositSort): Sorting {
  return { id: sort.replace(/^-/, ""), desc: sort.startsWith("-") };
}

/** The inverse; undefined for what the API can't sort by. */
export function fromSorting({ id, desc }: Sorting): DepositSort | undefined {
  const sort = `${desc ? "-" : ""}${id}`;
  return isDepositSort(sort) ? sort : undefined;
}

const TITLE = "No deposits found matching your filters.";

function NoDeposits({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <NoDepositsAtAll />;
  return (
    <EmptyState
      title={TITLE}
      action={
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

/** A company at its beginning: what brings deposits in depends on how far it is. */
function NoDepositsAtAll() {
  const { data } = useQuery(integrationsQuery);
  const connected = data?.integrations.some(
    ({ integration_type }) => !isLedgerWire(integration_type),
  );
  return (
    <EmptyState
      title="No deposits yet"
      description={
        <>
          {connected
            ? "Your payment processor is connected. Deposits will appear after the next sync."
            : "Connect a payment processor and sync it to see your deposits."}
          <span className="mt-1 block text-caption">{TITLE}</span>
        </>
      }
      action={
        <Button asChild variant="outline">
          <RowLink href="/integrations">Go to Integrations</RowLink>
        </Button>
      }
    />
  );
}
