"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { PasswordProof } from "@/components/settings/password-proof";
import { twoFactorQuery } from "@/components/settings/queries";
import { TwoFactorProof } from "@/components/settings/two-factor-proof";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { deleteAccount } from "@/lib/contracts/account-deletion";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { namesOf } from "@/lib/providers/list";
import { clearSession } from "@/lib/session-store";

/** A company with very many deposits takes minutes. */
const TIMEOUT_MS = 300_000;

interface Props {
  hasPassword: boolean;
  onClose: () => void;
}

/** Says what goes and what stays, and asks for all that signing in asks for. */
export function DeleteAccountDialog({ hasPassword, onClose }: Props) {
  return (
    <TaskDialog
      title="Delete your account?"
      description="This can't be undone. Export your data first if you might need it."
      onClose={onClose}
    >
      <dl className="grid gap-3">
        <div>
          <dt className="font-medium">Deleted here</dt>
          <dd className="text-pretty text-muted-foreground">
            Your profile and sign-ins, your company with its deposits, payments, matches, settings
            and history, and our access to your connected services.
          </dd>
        </div>
        <div>
          <dt className="font-medium">Not affected</dt>
          <dd className="text-pretty text-muted-foreground">
            {`Deposits already posted to ${namesOf("ledger")}, and everything at ${namesOf("source")}. Deposits waiting to post won't be posted.`}
          </dd>
        </div>
      </dl>
      <Proof hasPassword={hasPassword} onClose={onClose} />
    </TaskDialog>
  );
}

function Proof({ hasPassword, onClose }: Props) {
  const { data, error, refetch } = useQuery(twoFactorQuery);
  if (error && !data) {
    return (
      <ErrorState
        headingLevel="h3"
        title="Couldn't load your settings"
        description={error.message}
        error={error}
        onRetry={() => refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-28 w-full" />;
  const proof = {
    hasPassword,
    action: "Delete account",
    destructive: true,
    failed: "Couldn't delete your account",
    send: (body: BodyOf<typeof deleteAccount>) =>
      call("POST /user/delete/", { body, timeoutMs: TIMEOUT_MS }),
    onDone: ({ message }: { message: string }) => {
      clearSession();
      toast.success(message);
    },
    onCancel: onClose,
  };
  return data.enabled ? <TwoFactorProof {...proof} /> : <PasswordProof {...proof} />;
}
