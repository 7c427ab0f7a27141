"use client";

import { useQuery } from "@tanstack/react-query";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { ListCard, ListRow } from "@/components/settings/list-card";
import { ownApiTokensQuery } from "@/components/settings/queries";
import { useListChange } from "@/components/settings/use-list-change";
import { TimeText } from "@/components/ui/date-text";
import { call } from "@/lib/api";

/** The user's own API tokens in all companies, with one button to revoke them; renders nothing without any. */
export function OwnApiTokens() {
  const query = useQuery(ownApiTokensQuery);
  const tokens = query.data?.api_tokens ?? [];
  const revoke = useListChange(
    [ownApiTokensQuery.queryKey],
    "Couldn't revoke your API tokens",
    () => call("POST /user/api-tokens/revoke/"),
  );
  if (tokens.length === 0) return null;
  return (
    <ListCard
      title="API tokens made by you"
      description="They keep working after a new password and after signing out everywhere. Don't know one of them? Revoke them and change your password."
      query={query}
      items={tokens}
      failed="Couldn't load your API tokens"
      footer={
        <ConfirmButton
          label="Revoke all"
          title="Revoke your API tokens?"
          text="Programs that use them are refused from their next call on, in all your companies."
          destructive
          loading={revoke.isPending}
          onConfirm={() => revoke.mutate(undefined)}
        />
      }
    >
      {({ name, company, created_at, last_used_at }) => (
        <ListRow
          key={`${company} ${name}`}
          name={name}
          facts={
            <>
              {company} · since <TimeText at={created_at} /> ·{" "}
              {last_used_at === null ? (
                "never used"
              ) : (
                <>
                  last used <TimeText at={last_used_at} />
                </>
              )}
            </>
          }
        />
      )}
    </ListCard>
  );
}
