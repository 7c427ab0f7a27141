"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useSignedIn } from "@/components/session/use-user";
import { accountKeys } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import { updateUser } from "@/lib/session-store";
import { signInAddress } from "@/lib/sign-in-address";
import { LinkCard } from "./auth-card";

const PAGE = "/confirm-email";

/** The page of a mailed link. Opening it changes nothing, since mail filters open links too: the button does. */
export function ConfirmEmail({ token }: { token: string }) {
  const signedIn = useSignedIn();
  const queryClient = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call("POST /user/confirm-email/", { body: { token } }),
    onSuccess: ({ user }) => {
      updateUser(user);
      void queryClient.invalidateQueries({ queryKey: accountKeys.profile });
    },
  });
  if (confirm.data) {
    return (
      <LinkCard mistaken="Not your account?" title="Email address confirmed">
        <p role="status" className="break-words">
          {confirm.data.message}.
        </p>
        <LinkButton href="/dashboard">Go to Dashboard</LinkButton>
      </LinkCard>
    );
  }
  if (confirm.error instanceof ApiError && [404, 409].includes(confirm.error.status)) {
    return (
      <LinkCard mistaken="Not your account?" title="This email address can't be confirmed">
        <p role="alert">{confirm.error.message}</p>
        <LinkButton href="/settings?tab=account">Open Settings</LinkButton>
      </LinkCard>
    );
  }
  if (signedIn === null) {
    return (
      <LinkCard mistaken="Not your account?" title="Confirm your email address">
        <Skeleton className="h-16" />
      </LinkCard>
    );
  }
  if (!signedIn) {
    return (
      <LinkCard mistaken="Not your account?" title="Confirm your email address">
        <p>Sign in to the account that this address was entered for. You can confirm it then.</p>
        <LinkButton href={signInAddress(`${PAGE}/${token}`)}>Sign In</LinkButton>
      </LinkCard>
    );
  }
  return (
    <LinkCard mistaken="Not your account?" title="Confirm your email address">
      <p>We'll send notifications and password resets to the address that got this link.</p>
      {confirm.error && (
        <p role="alert" className="text-caption text-destructive">
          {confirm.error.message}
        </p>
      )}
      <Button className="h-11" loading={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm
      </Button>
    </LinkCard>
  );
}

function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild className="h-11">
      <Link href={href}>{children}</Link>
    </Button>
  );
}
