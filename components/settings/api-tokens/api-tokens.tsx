"use client";

import { useIsMutating, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { ApiTokenRow } from "@/components/settings/api-tokens/api-token-row";
import { NewApiToken } from "@/components/settings/api-tokens/new-api-token";
import { apiTokensQuery } from "@/components/settings/api-tokens/queries";
import { useRowFocus } from "@/components/settings/use-row-focus";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";

/** What programs sign in with to work on the company's books, for owners and admins. */
export function ApiTokens() {
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useQuery(apiTokensQuery);
  const make = useRef<HTMLButtonElement>(null);
  const isChanging = useIsMutating({ mutationKey: apiTokensQuery.queryKey }) > 0;
  const list = useRowFocus(isChanging, make);
  const tokens = data?.api_tokens;
  return (
    <Card className="max-w-2xl">
      <CardHeader>
        <CardTitle>API tokens</CardTitle>
        <CardDescription className="text-pretty">
          For programs that use the <TextLink href="/api/docs">API</TextLink> with this company's
          books. A token ends when it is revoked or expires, or when whoever made it leaves the
          company; a new password or signing out everywhere doesn't end it.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {tokens?.length === 0 ? (
          <EmptyState
            className="border-y"
            title="No API tokens"
            description="Make one for each program, with the least role that it needs."
          />
        ) : tokens ? (
          <ul {...list} aria-label="API tokens" className="divide-y border-y">
            {tokens.map((token) => (
              <ApiTokenRow key={token.id} token={token} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the API tokens"
            description={error.message}
            error={error}
            onRetry={() => refetch()}
          />
        ) : (
          <div aria-busy="true" className="grid gap-2 border-y py-3">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-4 w-64" />
          </div>
        )}
      </CardContent>
      <CardFooter className="justify-end border-t pt-5">
        <Button ref={make} disabled={!tokens} onClick={() => setMaking(true)}>
          <KeyRound aria-hidden="true" />
          New API token
        </Button>
      </CardFooter>
      {making && (
        <NewApiToken
          taken={tokens?.map(({ name }) => name) ?? []}
          onClose={() => setMaking(false)}
        />
      )}
    </Card>
  );
}
