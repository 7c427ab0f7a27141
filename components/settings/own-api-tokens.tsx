"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { ownApiTokensQuery, toastFailure } from "@/components/settings/queries";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { TimeText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

/** The user's own API tokens in all companies, with one button to revoke them; renders nothing without any. */
export function OwnApiTokens() {
  const queryClient = useQueryClient();
  const { data } = useQuery(ownApiTokensQuery);
  const revoke = useMutation({
    mutationFn: () => call("POST /user/api-tokens/revoke/"),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toastFailure("Couldn't revoke your API tokens", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownApiTokensQuery.queryKey }),
  });
  if (!data || data.api_tokens.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>API tokens made by you</CardTitle>
        <CardDescription>
          They keep working after a new password and after signing out everywhere. Don't know one of
          them? Revoke them and change your password.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label="API tokens made by you" className="divide-y border-y">
          {data.api_tokens.map(({ name, company, created_at, last_used_at }) => (
            <li key={`${company} ${name}`} className="grid min-w-0 gap-0.5 py-3">
              <p className="font-medium break-words">{name}</p>
              <p className="text-caption break-words text-muted-foreground">
                {company} · since <TimeText at={created_at} /> ·{" "}
                {last_used_at === null ? (
                  "never used"
                ) : (
                  <>
                    last used <TimeText at={last_used_at} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      </CardContent>
      <CardFooter className="justify-end border-t pt-5">
        <ConfirmButton
          label="Revoke all"
          title="Revoke your API tokens?"
          text="Programs that use them are refused from their next call on, in all your companies."
          destructive
          disabled={revoke.isPending}
          onConfirm={() => revoke.mutate()}
        />
      </CardFooter>
    </Card>
  );
}
