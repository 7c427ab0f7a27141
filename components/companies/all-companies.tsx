"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { filterCompanies, NEEDS } from "@/components/companies/needs";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { PageButtons } from "@/components/ui/page-buttons";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { hasRole } from "@/lib/constants/roles";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { CompanyHead, CompanyRow } from "./company-row";
import { type CompaniesFilter, pageOf, readFilter, writeFilter } from "./filter";
import { overviewQuery } from "./queries";
import { COMPANY_KEYS, useCompanyKeys } from "./use-company-keys";

const LOOK_AGAIN_MS = 20_000;

/** For users with several companies: what needs them, where, and one click into it. */
export function AllCompanies() {
  const { data, error, refetch } = useQuery({ ...overviewQuery, refetchInterval: LOOK_AGAIN_MS });
  const { filter, change } = useCompaniesFilter();
  const sync = useSyncCompanies();
  const [help, setHelp] = useState(false);
  useCompanyKeys(() => setHelp(true));
  const companies = data?.companies ?? [];
  const shown = filterCompanies(companies, filter);
  const syncable = shown.filter(
    ({ role, connected }) => connected > 0 && hasRole(role, "bookkeeper"),
  );
  return (
    <>
      <PageHeader
        title="All companies"
        description={
          data
            ? inWords(
                companies.length,
                filterCompanies(companies, { name: "", need: "any" }).length,
              )
            : " "
        }
        action={
          <div className="flex items-center gap-2">
            <ShortcutHelp
              keys={COMPANY_KEYS}
              text="They work on the whole page, but not while you type."
              open={help}
              onOpenChange={setHelp}
            />
            <Button
              variant="outline"
              disabled={syncable.length === 0}
              loading={sync.isPending}
              onClick={() => sync.mutate(syncable.map(({ id }) => id))}
            >
              <RefreshCw aria-hidden="true" />
              {shown.length === companies.length ? "Sync all" : "Sync these"}
            </Button>
          </div>
        }
      />
      <Card>
        <CardContent className="grid gap-4">
          <div className="flex flex-wrap gap-3">
            <Input
              type="search"
              aria-label="Search companies"
              placeholder="Search companies..."
              className="min-w-0 flex-1 basis-56 sm:max-w-80"
              value={filter.name}
              onChange={({ target }) => change({ name: target.value })}
            />
            <NativeSelect
              aria-label="Filter by need"
              className="w-full sm:w-52"
              value={filter.need}
              onChange={({ target }) =>
                change({ need: NEEDS.find(({ value }) => value === target.value)?.value ?? "all" })
              }
            >
              {NEEDS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </div>
          {!data && error && (
            <ErrorState
              title="Couldn't load your companies"
              description={error.message}
              error={error}
              onRetry={() => refetch()}
            />
          )}
          {!data && !error && <Skeleton className="h-64" />}
          {data && shown.length === 0 && (
            <EmptyState title="No companies found matching your filters." className="py-8" />
          )}
        </CardContent>
        {shown.length > 0 && (
          <CompanyList companies={shown} page={filter.page} onPage={(page) => change({ page })} />
        )}
      </Card>
    </>
  );
}

function inWords(all: number, needing: number): string {
  if (needing === 0) return "Nothing to do";
  return `${needing} of ${all} ${needing === 1 ? "needs" : "need"} attention`;
}

/** The filter of the list, kept in the address; a change of it starts at the first page. */
function useCompaniesFilter() {
  const parameters = useSearchParams();
  const [filter, setFilter] = useState(() => readFilter(parameters));
  function change(part: Partial<CompaniesFilter>) {
    const next = { ...filter, page: 1, ...part };
    setFilter(next);
    // The browser's own history: no trip to the server.
    window.history.replaceState(null, "", `${window.location.pathname}${writeFilter(next)}`);
  }
  return { filter, change };
}

function useSyncCompanies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (company_ids: string[]) => call("POST /companies/sync/", { body: { company_ids } }),
    onSuccess: ({ message, started }) => {
      if (started === 0) toast("Nothing to sync: none of these companies is connected.");
      else toast.success(message);
    },
    onError: (error) => toast.error("Couldn't start the sync", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
}

/** A page of the companies, and the way through the others. */
function CompanyList({
  companies,
  page: asked,
  onPage,
}: {
  companies: readonly CompanyNeeds[];
  page: number;
  onPage: (page: number) => void;
}) {
  const { shown, page, pages, from, to } = pageOf(companies, asked);
  return (
    <>
      <CardContent>
        <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_repeat(7,auto)] lg:gap-x-5 xl:gap-x-8">
          <CompanyHead />
          <ul
            aria-label="Companies"
            className="divide-y border-b max-lg:border-t lg:col-span-full lg:grid lg:grid-cols-subgrid"
          >
            {shown.map((company) => (
              <CompanyRow key={company.id} company={company} />
            ))}
          </ul>
        </div>
      </CardContent>
      {pages > 1 && (
        <CardFooter className="flex-wrap justify-between">
          <p role="status" className="text-caption text-muted-foreground tabular-nums">
            {from} to {to} of {companies.length} companies
          </p>
          <div className="flex gap-2">
            <PageButtons
              {...{ page, pages }}
              onPage={(next) => {
                onPage(next);
                window.scrollTo({ top: 0 });
              }}
            />
          </div>
        </CardFooter>
      )}
    </>
  );
}
