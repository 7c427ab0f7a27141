"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import {
  forgetInvitation,
  keepInvitation,
  useInvitationToken,
} from "@/components/auth/use-invitation-token";
import { ErrorState } from "@/components/feedback/error-state";
import { showFieldErrors, useContractResolver } from "@/components/feedback/use-contract-resolver";
import { useSignedIn, useUser } from "@/components/session/use-user";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call, callPublic } from "@/lib/api";
import { ApiError } from "@/lib/api-errors";
import { withArticle } from "@/lib/constants/roles";
import { SIGN_UP_REFUSALS } from "@/lib/constants/sign-up";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { ReadInvitation, signUpInvited } from "@/lib/contracts/invitations";
import { clearSession } from "@/lib/session-store";
import { signInAddress } from "@/lib/sign-in-address";
import { openCompany } from "@/lib/tab-company";
import { LinkCard, Notice } from "./auth-card";
import { NewAccountFields, TermsLabel, useRegistration } from "./new-account-fields";
import { useEnter } from "./use-enter";

const PAGE = "/invitation";

/** The page of a mailed link. Opening it uses nothing up, since mail filters open links too: the button does. */
export function Invitation({ takesNewAccounts }: { takesNewAccounts: boolean }) {
  const token = useInvitationToken();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) =>
      callPublic("POST /invitations/read/", { body: { token: token ?? "" }, signal }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isDead(error)) return <Dead message={error.message} />;
  if (error) {
    return (
      <LinkCard mistaken="Not expecting this?" title="Your invitation">
        <ErrorState
          title="Couldn't load the invitation"
          description={error.message}
          error={error}
          onRetry={() => refetch()}
        />
      </LinkCard>
    );
  }
  if (!data || token === null) {
    return (
      <LinkCard mistaken="Not expecting this?" title="Your invitation">
        <Skeleton className="h-24" />
      </LinkCard>
    );
  }
  return <Offer token={token} invitation={data} takesNewAccounts={takesNewAccounts} />;
}

interface OfferProps {
  token: string;
  invitation: ReadInvitation;
  takesNewAccounts: boolean;
}

function Offer({ token, invitation, takesNewAccounts }: OfferProps) {
  const signedIn = useSignedIn();
  const user = useUser();
  const { company, role, invited_by, email, has_account } = invitation;
  const title = `Join ${company}`;
  const offer = (
    <p>
      {invited_by} invites {email} to work on the books of <strong>{company}</strong> as{" "}
      {withArticle(role)}.
    </p>
  );
  if (signedIn === null) {
    return (
      <LinkCard mistaken="Not expecting this?" title={title}>
        {offer}
        <Skeleton className="h-11" />
      </LinkCard>
    );
  }
  if (signedIn && user?.email.toLowerCase() === email.toLowerCase()) {
    return (
      <LinkCard mistaken="Not expecting this?" title={title}>
        {offer}
        <Accept token={token} />
      </LinkCard>
    );
  }
  return (
    <LinkCard mistaken="Not expecting this?" title={title}>
      {offer}
      {signedIn && (
        <p role="status" className="text-muted-foreground">
          You're signed in as {user?.email}. The invitation is for another address.
        </p>
      )}
      {has_account ? (
        <SignIn token={token} signedIn={signedIn} />
      ) : takesNewAccounts ? (
        <InvitedSignUp token={token} email={email} />
      ) : (
        <p role="alert">{SIGN_UP_REFUSALS.closed}</p>
      )}
    </LinkCard>
  );
}

function SignIn({ token, signedIn }: { token: string; signedIn: boolean }) {
  const router = useRouter();
  return (
    <Button
      className="h-11"
      onClick={() => {
        keepInvitation(token);
        if (signedIn) {
          call("POST /user/logout/api/").catch((error: unknown) => {
            console.warn("Couldn't reach the server to log out. The session will expire.", error);
          });
          clearSession();
        }
        router.push(signInAddress(PAGE));
      }}
    >
      {signedIn ? "Sign in with the invited address" : "Sign in to accept"}
    </Button>
  );
}

function Accept({ token }: { token: string }) {
  const accept = useMutation({
    mutationFn: () => call("POST /invitations/accept/", { body: { token } }),
    onSuccess: async ({ company }) => {
      forgetInvitation();
      await call("POST /companies/switch/", { body: { company_id: company.id } });
      openCompany(company.id);
    },
  });
  return (
    <>
      {accept.error && (
        <p role="alert" className="text-caption text-destructive">
          {accept.error.message}
        </p>
      )}
      <Button className="h-11" loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept
      </Button>
    </>
  );
}

function isDead(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

function Dead({ message }: { message: string }) {
  return (
    <LinkCard mistaken="Not expecting this?" title="This invitation doesn't work">
      <p role="alert">{message}</p>
    </LinkCard>
  );
}

const INPUTS = ["username", "password", "password_confirm"] as const;

const load = () =>
  import("@/lib/contracts/invitations").then(({ invitedRegistration }) => invitedRegistration);

/** An account for the invited address, which the link has proved. */
function InvitedSignUp({ token, email }: { token: string; email: string }) {
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
