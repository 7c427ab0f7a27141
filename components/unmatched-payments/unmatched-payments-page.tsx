"use client";

import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { CurrencySums, sumsByCurrency } from "@/components/deposit-parts/currency-sums";
import { BOOKS } from "@/components/deposit-parts/refresh-books";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { latePart } from "@/components/ui/late-part";
import { PageButtons } from "@/components/ui/page-buttons";
import { call } from "@/lib/api";
import { cn } from "@/lib/cn";
import { UNMATCHED_DAYS, type UnmatchedCause } from "@/lib/constants/unmatched-payments";
import type { UnmatchedPayments } from "@/lib/contracts/unmatched-payments";

import { parseDecimal } from "@/lib/money";
import { CAUSE_GROUPS, CAUSES } from "./causes";
import { unmatchedColumnShapes } from "./column-shapes";

function Waiting() {
  const { waiting } = useLedger();
  return (
    <TableSkeleton
      label={`Payments in ${waiting}`}
      columns={Object.values(unmatchedColumnShapes)}
    />
  );
}
const UnmatchedRows = latePart(() => import("./unmatched-rows"), {
  waiting: <Waiting />,
});

/** The payments that have waited too long for their payout, each with what most likely keeps it there. */
export function UnmatchedPaymentsPage() {
  const [{ cause, page }, show] = useState<{ cause: UnmatchedCause | "all"; page: number }>({
    cause: "all",
    page: 1,
  });
  const { waiting } = useLedger();
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(
    unmatchedQuery(cause, page),
  );
  return (
    <>
      <PageHeader
        title={`Left in ${waiting}`}
        description={`Payments that have waited for more than ${UNMATCHED_DAYS} days, and the likely cause.`}
        back={
          <Link
            href="/manual-match"
            className="text-muted-foreground hover:text-foreground hover:underline"
          >
            ← Back to Manual Match
          </Link>
        }
      />
      <Card>
        <CardHeader className="items-center gap-4 sm:grid-cols-[1fr_auto]">
          <CardTitle aria-live="polite">
            {data ? <Sums sums={data.sums} total={data.total} /> : "\u00a0"}
          </CardTitle>
          {data && data.causes.length > 0 && (
            <Choice
              aria-label="Likely cause"
              value={cause}
              options={optionsOf(data.causes)}
              onChange={(chosen) => show({ cause: chosen, page: 1 })}
              className="w-full sm:w-56"
            />
          )}
        </CardHeader>
        {isError && !data ? (
          <ErrorState
            title="Couldn't load these payments"
            error={error}
            onRetry={() => refetch()}
          />
        ) : (
          <CardContent
            className={cn(
              "border-t px-0 transition-opacity sm:px-0",
              isPlaceholderData && "opacity-60",
            )}
          >
            {data && data.causes.length > 0 && <GroupSums causes={data.causes} />}
            {data && data.accounts.length > 1 && <AccountSums accounts={data.accounts} />}
            {data ? <UnmatchedRows payments={data.payments} /> : <Waiting />}
          </CardContent>
        )}
        {data && data.total > data.page_size && (
          <CardFooter className="flex-wrap justify-between border-t pt-4">
            <UnmatchedPager list={data} onPage={(next) => show({ cause, page: next })} />
          </CardFooter>
        )}
      </Card>
    </>
  );
}

function Sums({ sums, total }: Pick<UnmatchedPayments, "sums" | "total">) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{total === 1 ? "1 payment" : `${total} payments`}</span>
      {sums.map(({ currency, amount }) => (
        <Amount key={currency} value={amount} currency={currency} />
      ))}
    </span>
  );
}

/** How much waits for what; all of it, whichever cause is chosen. */
function GroupSums({ causes: all }: Pick<UnmatchedPayments, "causes">) {
  return (
    <ul aria-label="By cause" className="grid gap-1 border-b px-4 py-3 text-sm sm:px-6">
      {CAUSE_GROUPS.map(({ label, causes }) => {
        const found = all.filter(({ cause }) => causes.some((each) => each === cause));
        const payments = found.reduce((sum, each) => sum + each.payments, 0);
        const sums = sumsByCurrency(
          found.flatMap((each) =>
            each.sums.map(({ currency, amount }) => ({
              currency,
              amount: parseDecimal(amount, currency),
            })),
          ),
        ).map(({ currency, value }) => ({ currency, amount: value }));
        return (
          <li key={label} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words">
              {label} <span className="text-muted-foreground">({payments})</span>
            </span>
            <CurrencySums sums={sums} className="tabular-nums" />
          </li>
        );
      })}
    </ul>
  );
}

/** What waits in each account, where there are several. */
function AccountSums({ accounts }: Pick<UnmatchedPayments, "accounts">) {
  return (
    <ul aria-label="By account" className="grid gap-1 border-b px-4 py-3 text-sm sm:px-6">
      {accounts.map(({ Id, Name, currency, amount, payments }) => (
        <li key={Id} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 break-words">
            {Name}{" "}
            <span className="text-muted-foreground">
              {payments === 1 ? "1 payment" : `${payments} payments`}
            </span>
          </span>
          <Amount value={amount} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

function optionsOf(causes: UnmatchedPayments["causes"]) {
  const all = causes.reduce((sum, { payments }) => sum + payments, 0);
  return [
    { value: "all" as const, label: `All causes (${all})` },
    ...causes.map(({ cause, payments }) => ({
      value: cause,
      label: `${CAUSES[cause].label} (${payments})`,
    })),
  ];
}

const PAGE_SIZE = 50;

/** One page of the payments that wait too long, of one cause or of all. */
function unmatchedQuery(cause: UnmatchedCause | "all", page: number) {
  return queryOptions({
    queryKey: [...BOOKS, "lingering-payments", cause, page],
    queryFn: ({ signal }) =>
      call("GET /qb/lingering-payments/", {
        query: { page, page_size: PAGE_SIZE, ...(cause !== "all" && { cause }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The way through the pages of the list. */
function UnmatchedPager({
  list: { page, page_size, total },
  onPage,
}: {
  list: Pick<UnmatchedPayments, "page" | "page_size" | "total">;
  onPage: (page: number) => void;
}) {
  const pages = Math.ceil(total / page_size);
  return (
    <>
      <p role="status" className="text-caption text-muted-foreground tabular-nums">
        Page {page} of {pages}
      </p>
      <div className="flex gap-2">
        <PageButtons {...{ page, pages, onPage }} />
      </div>
    </>
  );
}
