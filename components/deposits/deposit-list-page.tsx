"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { NO_WORDS_YET, stateSentence } from "@/components/books/state-sentence";
import { useSummary } from "@/components/books/use-summary";
import { BulkMatch } from "@/components/deposits/bulk-match";
import { PeriodReceipts } from "@/components/deposits/choices/period-receipts";
import { DepositTable } from "@/components/deposits/deposit-table";
import { DepositToolbar } from "@/components/deposits/deposit-toolbar";
import { ExportButton } from "@/components/deposits/export-button";
import type { DepositFilter } from "@/components/deposits/filter";
import { ListTotals } from "@/components/deposits/list-totals";
import { Pager, pagesOf } from "@/components/deposits/pager";
import { depositListQuery } from "@/components/deposits/queries";
import { useDepositFilter } from "@/components/deposits/use-deposit-filter";
import { useDepositSelection } from "@/components/deposits/use-deposit-selection";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Allowed } from "@/components/session/allowed";
import {
  Card,
  CardAction,
  CardContent,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { useArrival } from "@/components/ui/use-arrival";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";

export function DepositListPage() {
  const { filter, change, goTo } = useDepositFilter();
  const list = useQuery(depositListQuery(filter));
  const selection = useDepositSelection(filter);
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
            {list.data || failed ? "QuickBooks Deposits" : "Loading transactions..."}
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

/** Currencies that can be filtered by: those that the page shows beside the company's own. */
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
