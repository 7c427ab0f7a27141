"use client";

import { useQuery } from "@tanstack/react-query";
import { NO_WORDS_YET, stateSentence } from "@/components/dashboard/state-sentence";
import { useSummary } from "@/components/dashboard/use-summary";
import { DataTable } from "@/components/data-table/data-table";
import { depositColumns } from "@/components/deposits/deposit-columns";
import { DepositSearch } from "@/components/deposits/deposit-search";
import { NoDeposits } from "@/components/deposits/no-deposits";
import { Pager } from "@/components/deposits/pager";
import { depositListQuery } from "@/components/deposits/queries";
import { fromSorting, toSorting } from "@/components/deposits/sorting";
import { StatusFilter } from "@/components/deposits/status-filter";
import { useDepositFilter } from "@/components/deposits/use-deposit-filter";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/lib/cn";

export function DepositListPage() {
  const { filter, change, goTo } = useDepositFilter();
  const list = useQuery(depositListQuery(filter));
  const summary = useSummary();
  useErrorToast(list.isError, "Failed to fetch deposits. Please try again.");

  return (
    <>
      <PageHeader
        title="Transactions"
        description={summary ? stateSentence(summary) : NO_WORDS_YET}
      />
      <Card>
        <CardHeader className="items-center gap-4 md:grid-cols-[1fr_auto]">
          <CardTitle>QuickBooks Deposits</CardTitle>
          <div className="flex flex-col gap-3 sm:flex-row">
            <DepositSearch value={filter.q} onChange={(q) => change({ q })} />
            <StatusFilter value={filter.status} onChange={(status) => change({ status })} />
          </div>
        </CardHeader>
        {list.isError && !list.data ? (
          <ErrorState
            title="Error Loading Transactions"
            description="Failed to load transactions. Please try again later."
            error={list.error}
            onRetry={() => window.location.reload()}
          />
        ) : (
          <>
            <CardContent
              className={cn(
                "border-t px-0 transition-opacity sm:px-0",
                list.isPlaceholderData && "opacity-60",
              )}
            >
              <DataTable
                label="QuickBooks Deposits"
                columns={depositColumns}
                data={list.data?.deposits}
                getRowId={(deposit) => String(deposit.id)}
                rowHref={(deposit) => `/transaction/${deposit.id}`}
                sorting={toSorting(filter.sort)}
                onSortingChange={(next) => {
                  const current = toSorting(filter.sort);
                  const sort = fromSorting(typeof next === "function" ? next(current) : next);
                  if (sort) change({ sort });
                }}
                empty={
                  <NoDeposits
                    filtered={filter.q !== "" || filter.status !== "all"}
                    onClear={() => change({ q: "", status: "all" })}
                  />
                }
              />
            </CardContent>
            <CardFooter className="justify-between border-t pt-4">
              <Pager list={list.data} page={filter.page} onPage={goTo} />
            </CardFooter>
          </>
        )}
      </Card>
    </>
  );
}
