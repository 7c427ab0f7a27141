"use client";

import { useIsMutating, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { NewApiToken } from "@/components/settings/api-tokens/new-api-token";
import { apiTokensQuery } from "@/components/settings/api-tokens/queries";
import { ListCard, ListRow } from "@/components/settings/list-card";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { useListChange } from "@/components/settings/use-list-change";
import { useRowFocus } from "@/components/settings/use-row-focus";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DayText } from "@/components/ui/date-text";
import { TextLink } from "@/components/ui/text-link";
import { call } from "@/lib/api";
import type { ApiToken } from "@/lib/contracts/api-tokens";
import { timeAgo } from "@/lib/time-ago";

/** What programs sign in with to work on the company's books, for owners and admins. */
export function ApiTokens() {
  const [making, setMaking] = useState(false);
  const query = useQuery(apiTokensQuery);
  const make = useRef<HTMLButtonElement>(null);
  const isChanging = useIsMutating({ mutationKey: apiTokensQuery.queryKey }) > 0;
  const list = useRowFocus(isChanging, make);
  const tokens = query.data?.api_tokens;
  return (
    <>
      <ListCard
        {...list}
        title="API tokens"
        description={
          <>
            For programs that use the <TextLink href="/api/docs">API</TextLink> with this company's
            books. Tokens stop working when revoked, expired, or when their creator leaves. Changing
            your password doesn't revoke them.
          </>
        }
        query={query}
        items={tokens}
        failed="Couldn't load the API tokens"
        empty={{
          title: "No API tokens",
          description: "Create one for each program, with the least role it needs.",
        }}
        footer={
          <Button ref={make} disabled={!tokens} onClick={() => setMaking(true)}>
            <KeyRound aria-hidden="true" />
            New API token
          </Button>
        }
      >
        {(token) => <ApiTokenRow key={token.id} token={token} />}
      </ListCard>
      {making && (
        <NewApiToken
          taken={tokens?.map(({ name }) => name) ?? []}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}

/** An API token with what it may do and when it was used last, to revoke. */
function ApiTokenRow({ token }: { token: ApiToken }) {
  const { id, name, role, acts_as, made_by, created_at, expires_at, expired, last_used_at } = token;
  const revoke = useListChange([apiTokensQuery.queryKey], "Couldn't revoke the API token", () =>
    call("POST /api-tokens/revoke/", { body: { api_token_id: id } }),
  );
  const now = new Date();
  return (
    <ListRow
      name={name}
      badge={expired && <Badge variant="warning">Expired</Badge>}
      facts={
        <>
          <p>
            {ROLE_NAMES[role]}
            {acts_as !== role && `, limited to ${ROLE_NAMES[acts_as]} by its creator's role`},
            created by {made_by} <time dateTime={created_at}>{timeAgo(created_at, now)}</time>
          </p>
          <p>
            {last_used_at ? (
              <>
                Last used <time dateTime={last_used_at}>{timeAgo(last_used_at, now)}</time>
              </>
            ) : (
              "Never used"
            )}
            {" · "}
            {expires_at ? (
              <>
                {expired ? "expired" : "expires"} <DayText at={expires_at} />
              </>
            ) : (
              "doesn't expire"
            )}
          </p>
        </>
      }
    >
      <ConfirmButton
        size="sm"
        aria-label={`Revoke ${name}`}
        label="Revoke"
        title={`Revoke ${name}?`}
        text="The program that uses it can't make another call. Its actions stay in the history. This can't be undone."
        destructive
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined)}
      />
    </ListRow>
  );
}
