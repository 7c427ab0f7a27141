"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/feedback/error-state";
import { companiesQuery } from "@/components/session/companies";
import { useSwitchCompany } from "@/components/session/use-switch-company";
import { useUser } from "@/components/session/use-user";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** In place of the pages of a company that the user doesn't, or no longer, belong to: the ones they do. */
export default function NoMembership() {
  const { data, error, refetch } = useQuery(companiesQuery);
  const switchTo = useSwitchCompany();
  const user = useUser();
  if (error && !data) {
    return (
      <ErrorState
        headingLevel="h1"
        title="Couldn't load your companies"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div className="mx-auto grid w-full max-w-md gap-4 py-16">
      <h1 className="text-xl font-semibold tracking-tight">You aren't a member of this company</h1>
      <p role="status" className="text-pretty text-muted-foreground">
        You may have been removed, or the link is for another account
        {user ? ` than ${user.email}` : ""}. Continue in one of your companies:
      </p>
      {data ? (
        <ul aria-label="Your companies" className="grid gap-2">
          {data.companies.map(({ id, name }) => (
            <li key={id}>
              <Button
                variant="outline"
                className="h-11 w-full min-w-0 justify-start"
                loading={switchTo.isPending && switchTo.variables === id}
                onClick={() => switchTo.mutate(id)}
              >
                <span className="truncate">{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-11 w-full" />
      )}
    </div>
  );
}
