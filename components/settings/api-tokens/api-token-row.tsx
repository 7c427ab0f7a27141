import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { apiTokensQuery } from "@/components/settings/api-tokens/queries";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { toastFailure } from "@/components/settings/toast-failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { ApiToken } from "@/lib/contracts/api-tokens";
import { timeAgo } from "@/lib/time-ago";

/** An API token with what it may do and when it was used last, to revoke. */
export function ApiTokenRow({ token }: { token: ApiToken }) {
  const { id, name, role, acts_as, made_by, created_at, expires_at, expired, last_used_at } = token;
  const client = useQueryClient();
  const revoke = useMutation({
    mutationKey: apiTokensQuery.queryKey,
    mutationFn: () => call("POST /api-tokens/revoke/", { body: { api_token_id: id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastFailure("Couldn't revoke the API token", error),
    onSettled: () => client.invalidateQueries({ queryKey: apiTokensQuery.queryKey }),
  });
  const now = new Date();
  return (
    <li
      tabIndex={-1}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm py-3"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {expired && <Badge variant="warning">Expired</Badge>}
        </p>
        <p className="text-caption break-words text-muted-foreground">
          {ROLE_NAMES[role]}
          {acts_as !== role && `, limited to ${ROLE_NAMES[acts_as]} by its maker's role`}, made by{" "}
          {made_by} <time dateTime={created_at}>{timeAgo(created_at, now)}</time>
        </p>
        <p className="text-caption text-muted-foreground">
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
              {expired ? "expired" : "expires"} <DateText date={expires_at.slice(0, 10)} />
            </>
          ) : (
            "doesn't expire"
          )}
        </p>
      </div>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        text="The program that uses it is refused at its next call. What it did stays in the history. This can't be undone."
        action="Revoke"
        destructive
        onConfirm={() => revoke.mutate()}
        trigger={
          <Button
            variant="outline"
            size="sm"
            aria-label={`Revoke ${name}`}
            loading={revoke.isPending}
          >
            Revoke
          </Button>
        }
      />
    </li>
  );
}
