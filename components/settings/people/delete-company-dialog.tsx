"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { PasswordProof } from "@/components/settings/password-proof";
import { NameField } from "@/components/settings/people/name-field";
import { profileQuery, twoFactorQuery } from "@/components/settings/queries";
import { TwoFactorProof } from "@/components/settings/two-factor-proof";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/api";
import { namesOf } from "@/lib/providers/list";
import { openCompany } from "@/lib/tab-company";

/** A company with very many deposits takes minutes. */
const TIMEOUT_MS = 300_000;

interface Props {
  name: string;
  onClose: () => void;
}

/** Says what goes and what stays, and asks for the name and all that signing in asks for. */
export function DeleteCompanyDialog({ name, onClose }: Props) {
  return (
    <TaskDialog
      title={`Delete ${name}?`}
      description="This can't be undone. Export its data first if you might need it."
      onClose={onClose}
    >
      <dl className="grid gap-3">
        <div>
          <dt className="font-medium">Deleted here, for all members</dt>
          <dd className="text-pretty text-muted-foreground">
            Deposits, payments, matches, settings, history, and the access to connected services.
          </dd>
        </div>
        <div>
          <dt className="font-medium">Not affected</dt>
          <dd className="text-pretty text-muted-foreground">
            {`Your account and your other companies, deposits already posted to ${namesOf("ledger")}, and everything at ${namesOf("source")}.`}
          </dd>
        </div>
      </dl>
      <Proof name={name} onClose={onClose} />
    </TaskDialog>
  );
}

function Proof({ name, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const profile = useQuery(profileQuery);
  const twoFactor = useQuery(twoFactorQuery);
  const error = profile.error ?? twoFactor.error;
  if (!profile.data || !twoFactor.data) {
    return error ? (
      <ErrorState
        headingLevel="h3"
        title="Couldn't load your settings"
        description={error.message}
        error={error}
        onRetry={() => Promise.all([profile.refetch(), twoFactor.refetch()])}
      />
    ) : (
      <Skeleton className="h-28 w-full" />
    );
  }
  const proof = {
    hasPassword: profile.data.has_password,
    action: "Delete company",
    destructive: true,
    failed: "Couldn't delete the company",
    send: (body: { current_password?: string; code?: string }) =>
      call("POST /companies/delete/", {
        body: { ...body, company_name: typed },
        timeoutMs: TIMEOUT_MS,
      }),
    onDone: ({ company_id }: { company_id: string }) => openCompany(company_id),
    onCancel: onClose,
  };
  return (
    <>
      <NameField company={name} value={typed} onChange={setTyped} />
      {twoFactor.data.enabled ? <TwoFactorProof {...proof} /> : <PasswordProof {...proof} />}
    </>
  );
}
