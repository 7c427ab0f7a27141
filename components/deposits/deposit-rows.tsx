import { useMemo } from "react";
import { DataTable } from "@/components/data-table/data-table";
import type { RowSelection } from "@/components/data-table/selection";
import { depositColumns } from "@/components/deposits/deposit-columns";
import { DepositTableSkeleton, TABLE_LABEL } from "@/components/deposits/deposit-table-skeleton";
import { type DepositFilter, isFiltered, NO_CRITERIA } from "@/components/deposits/filter";
import { NoDeposits } from "@/components/deposits/no-deposits";
import { fromSorting, toSorting } from "@/components/deposits/sorting";
import { useSeveralAccounts } from "@/components/deposits/use-several-accounts";
import type { Deposit } from "@/lib/contracts/deposits";

interface DepositRowsProps {
  /** Undefined while they are loading. */
  deposits: Deposit[] | undefined;
  filter: DepositFilter;
  selection: RowSelection<Deposit>;
  onChange: (part: Partial<Omit<DepositFilter, "page">>) => void;
}

/** One page of the list; a row opens its deposit. */
export default function DepositRows({ deposits, filter, selection, onChange }: DepositRowsProps) {
  const several = useSeveralAccounts();
  const columns = useMemo(() => depositColumns(several), [several]);
  if (!deposits) return <DepositTableSkeleton />;
  const sorting = toSorting(filter.sort);
  return (
    <DataTable
      label={TABLE_LABEL}
      columns={columns}
      data={deposits}
      getRowId={(deposit) => String(deposit.id)}
      rowHref={(deposit) => `/transaction/${deposit.id}`}
      selection={selection}
      sorting={sorting}
      onSortingChange={(next) => {
        const sort = fromSorting(typeof next === "function" ? next(sorting) : next);
        if (sort) onChange({ sort });
      }}
      empty={<NoDeposits filtered={isFiltered(filter)} onClear={() => onChange(NO_CRITERIA)} />}
    />
  );
}
