"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { CompanyList } from "@/components/companies/company-list";
import { filterCompanies, NEEDS } from "@/components/companies/needs";
import { overviewQuery, useSyncCompanies } from "@/components/companies/queries";
import { useCompaniesFilter } from "@/components/companies/use-companies-filter";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { hasRole } from "@/lib/contracts/values/roles";

/** For users with several companies: what needs them, where, and one click into it. */
export function AllCompanies() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const { filter, change } = useCompaniesFilter();
  const sync = useSyncCompanies();
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
          <Button
            variant="outline"
            disabled={syncable.length === 0}
            loading={sync.isPending}
            onClick={() => sync.mutate(syncable.map(({ id }) => id))}
          >
            <RefreshCw aria-hidden="true" />
            {shown.length === companies.length ? "Sync all" : "Sync these"}
          </Button>
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
