"use client";

import { useForm } from "react-hook-form";
import { NewAccountFields } from "@/components/auth/new-account-fields";
import { Notice } from "@/components/auth/notice";
import { TermsLabel } from "@/components/auth/terms-label";
import { useEnter } from "@/components/auth/use-enter";
import { forgetInvitation } from "@/components/auth/use-invitation-token";
import { useRegistration } from "@/components/auth/use-registration";
import { showFieldErrors } from "@/components/feedback/show-field-errors";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { Button } from "@/components/ui/button";
import { callPublic } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { signUpInvited } from "@/lib/contracts/invitations";

const INPUTS = ["username", "password", "password_confirm"] as const;

const load = () =>
  import("@/lib/contracts/invitations").then(({ invitedRegistration }) => invitedRegistration);

/** An account for the invited address, which the link has proved. */
export function InvitedSignUp({ token, email }: { token: string; email: string }) {
  const enter = useEnter();
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { token, username: "", password: "", password_confirm: "" },
  });
  const { register, isPending, notice } = useRegistration({
    send: (body: BodyOf<typeof signUpInvited>) =>
      callPublic("POST /invitations/sign-up/", { body }),
    onSuccess: (session) => {
      forgetInvitation();
      enter(session, session.message);
    },
    onRefused: (error) => showFieldErrors(form, INPUTS, error),
  });
  return (
    <form
      noValidate
      className="grid gap-4 border-t pt-4"
      onSubmit={form.handleSubmit((body) => register(body))}
    >
      {notice !== "" && <Notice>{notice}</Notice>}
      <p className="text-muted-foreground">Create an account for {email}:</p>
      <NewAccountFields input={form.register} errors={form.formState.errors} />
      <p className="text-caption text-muted-foreground">
        <TermsLabel /> by creating the account.
      </p>
      <Button type="submit" className="h-11" loading={isPending}>
        {isPending ? "Creating Account..." : "Create account and join"}
      </Button>
    </form>
  );
}
