"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect } from "react";
import { onTheirWayQuery } from "@/components/deposit-parts/on-their-way";
import { PutAsideButton } from "@/components/deposit-parts/put-aside-button";
import { NO_WORDS_YET, stateSentence } from "@/components/deposit-parts/state-line";
import { useSummary } from "@/components/deposit-parts/use-summary";
import { DepositToolbar } from "@/components/deposits/deposit-toolbar";
import { type DepositFilter, toCriteria } from "@/components/deposits/filter";
import { PeriodReceipts } from "@/components/deposits/line-decisions/period-receipts";
import { Pager, pagesOf } from "@/components/deposits/pager";
import { depositListQuery } from "@/components/deposits/queries";
import { useDepositSelection } from "@/components/deposits/use-deposit-selection";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { latePart } from "@/components/ui/late-part";
import { useArrival } from "@/components/ui/use-arrival";
import { cn } from "@/lib/cn";
import type { Deposit, DepositTotal } from "@/lib/contracts/deposits";
import { DepositTableSkeleton, depositsTitle } from "./deposit-table-skeleton";
import { RunBar, SelectionBar } from "./deposit-toolbar";
import { useDepositFilter } from "./filter";
import { useExport } from "./use-export";
import { useMatchRun, useStartMatchRun } from "./use-match-run";

export function DepositListPage() {
  const ledger = useLedger();
  const { filter, change, goTo } = useDepositFilter();
  const list = useQuery(depositListQuery(filter));
  const selection = useDepositSelection(filter);
  // Asked for with the rows, which it would move if it came later.
  useQuery({ ...onTheirWayQuery, notifyOnChangeProps: [] });
  const hasArrived = useArrival(list.data !== undefined);
  const summary = useSummary();
  const homeCurrency = useFormatPreferences().currency;
  useErrorToast(list.isError, "Failed to fetch deposits. Please try again.");

  // An old link, or deposits deleted since: the last page instead of none.
  const pages = pagesOf(list.data);
  const beyond = list.data !== undefined && !list.isPlaceholderData && filter.page > pages;
  useEffect(() => {
    if (beyond) goTo(pages, "replace");
  });

  const failed = list.isError && !list.data;
  return (
    <>
      <PageHeader
        title="Transactions"
        description={summary ? stateSentence(summary) : NO_WORDS_YET}
      />
      <Card data-wide>
        <CardHeader className="items-center gap-4">
          <CardTitle aria-live="polite">
            {list.data || failed ? depositsTitle(ledger) : "Loading transactions..."}
          </CardTitle>
          <CardAction className="row-span-1 flex flex-wrap justify-end gap-2 max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-2 max-sm:justify-self-start print:hidden">
            <Allowed to="bookkeeper">
              <PeriodReceipts from={filter.from} to={filter.to} />
            </Allowed>
            <ExportButton filter={filter} total={list.data?.total} />
          </CardAction>
          <div className="col-span-2">
            <DepositToolbar
              filter={filter}
              onChange={change}
              currencies={foreignCurrencies(list.data?.deposits, filter, homeCurrency)}
            />
          </div>
        </CardHeader>
        {failed ? (
          <ErrorState
            title="Error Loading Transactions"
            description="Failed to load transactions. Please try again later."
            error={list.error}
            onRetry={() => window.location.reload()}
          />
        ) : (
          <>
            <CardContent
              aria-busy={list.isPlaceholderData || !hasArrived}
              className={cn(
                "border-t px-0 transition-opacity sm:px-0",
                list.isPlaceholderData && "opacity-60",
              )}
            >
              <DepositTable
                deposits={beyond || !hasArrived ? undefined : list.data?.deposits}
                filter={filter}
                selection={selection.rows}
                onChange={change}
              />
            </CardContent>
            <Allowed to="bookkeeper">
              <BulkMatch filter={filter} selection={selection} total={list.data?.total ?? 0} />
            </Allowed>
            <CardFooter className="flex-wrap justify-between border-t pt-4">
              <Pager
                list={list.data}
                page={filter.page}
                pageSize={filter.page_size}
                onPage={goTo}
                onPageSize={(page_size) => change({ page_size })}
              >
                <ListTotals totals={list.data?.totals ?? []} />
              </Pager>
            </CardFooter>
          </>
        )}
      </Card>
    </>
  );
}

/** Currencies to filter by: those on the page other than the company's own. */
function foreignCurrencies(
  deposits: readonly Deposit[] | undefined,
  filter: DepositFilter,
  home: string,
): string[] {
  const seen = new Set(deposits?.map(({ currency }) => currency));
  seen.delete(home);
  if (filter.currency !== "") seen.add(filter.currency);
  return [...seen].sort();
}

/** The list of deposits. What draws its rows is fetched while the rows are. */
const DepositTable = latePart(() => import("@/components/deposits/deposit-rows"), {
  waiting: <DepositTableSkeleton />,
});

/** What is filtered, added up: by currency, because currencies are never mixed. */
function ListTotals({ totals }: { totals: readonly DepositTotal[] }) {
  if (totals.length === 0) return null;
  return (
    <ul aria-label="Totals" className="grid gap-0.5 text-caption tabular-nums">
      {totals.map(({ currency, count, amount, fees }) => (
        <li key={currency}>
          {totals.length > 1 && (
            <span className="text-muted-foreground">
              {count} in {currency}:{" "}
            </span>
          )}
          <span className="text-muted-foreground">Net </span>
          <Amount value={amount} currency={currency} className="font-medium" />
          <span className="text-muted-foreground"> · fees </span>
          <Amount value={fees} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

function ExportButton({
  filter,
  total,
}: {
  filter: DepositFilter;
  /** How many the filter lets through; undefined until it is known. */
  total: number | undefined;
}) {
  const save = useExport();
  return (
    <Button
      variant="outline"
      size="sm"
      disabled={!total}
      loading={save.isPending}
      onClick={() => save.mutate(filter)}
    >
      {!save.isPending && <Download aria-hidden="true" />}
      Export CSV
    </Button>
  );
}

/** Auto Match for many at once: what is ticked, then how far it is. */
function BulkMatch({
  filter,
  selection: { ticked, tickAll, clear },
  total,
}: {
  filter: DepositFilter;
  selection: ReturnType<typeof useDepositSelection>;
  total: number;
}) {
  const run = useMatchRun();
  const start = useStartMatchRun(clear);
  if (run) return <RunBar run={run} />;
  if (!ticked.all && ticked.ids.size === 0) return null;
  return (
    <SelectionBar
      count={ticked.ids.size}
      all={ticked.all}
      total={total}
      starting={start.isPending}
      onAll={tickAll}
      onClear={clear}
      onMatch={() =>
        start.mutate(ticked.all ? { filter: toCriteria(filter) } : { deposit_ids: [...ticked.ids] })
      }
    >
      <PutAsideButton ids={[...ticked.ids]} size="sm" onDone={clear} />
    </SelectionBar>
  );
}
