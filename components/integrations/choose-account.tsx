"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ConnectsInto } from "@/components/integrations/connects-into";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { RedirectProvider } from "@/lib/providers/list";
import { withReason } from "./runs";

/** What can be chosen after a consent to several accounts. */
export interface AccountChoice {
  state: string;
  accounts: readonly { id: string; name: string }[];
}

type Choosing = Extract<RedirectProvider, { endpoints: { chooseAccount: string } }>;

/** Whether one of its consents can be for several accounts. */
export function choosesAccount(provider: RedirectProvider): provider is Choosing {
  return "chooseAccount" in provider.endpoints;
}

/** Of a consent to several accounts, which one to connect. What was given for the others ends with the answer. */
export function ChooseAccount({
  provider: { name, redirect, endpoints },
  choice: { state, accounts },
}: {
  provider: Choosing;
  choice: AccountChoice;
}) {
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState("");
  useEffect(() => heading.current?.focus(), []);
  const choose = useMutation({
    mutationFn: (account_id: string | null) =>
      call(endpoints.chooseAccount, { body: { state, account_id } }),
    onSuccess: ({ message }, account) => {
      if (account === null) toast(message);
      router.replace(account === null ? "/integrations" : `/integrations?${redirect.notice}=true`);
    },
    // The consent was used up by the attempt.
    onError: (error) => {
      toast.error(`Failed to complete ${name} integration`, withReason(error));
      router.replace("/integrations");
    },
  });
  const isBusy = choose.isPending || choose.isSuccess;
  return (
    <form
      className="mx-auto grid w-full max-w-md gap-5 py-10"
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate(chosen);
      }}
    >
      <div className="grid gap-1">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {`Choose the ${redirect.account}`}
        </h1>
        <p className="text-pretty text-muted-foreground">
          {`You gave access to ${accounts.length} ${redirect.account}s in ${name}. Choose the one with this company's books. Access to the ${accounts.length === 2 ? "other" : "others"} ends unless another company here uses it.`}
        </p>
      </div>
      <fieldset className="grid gap-2" disabled={isBusy}>
        <legend className="sr-only">{`${name} ${redirect.account}`}</legend>
        {accounts.map((account) => (
          <label
            key={account.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md border bg-card px-3 py-2 has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name="account"
              value={account.id}
              required
              checked={chosen === account.id}
              onChange={() => setChosen(account.id)}
              className="size-4 shrink-0 accent-primary outline-none"
            />
            <span dir="auto" className="min-w-0 break-words">
              {account.name}
            </span>
          </label>
        ))}
      </fieldset>
      <ConnectsInto name={name} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isBusy && choose.variables !== null} disabled={isBusy}>
          Connect
        </Button>
        <Button
          type="button"
          variant="outline"
          disabled={isBusy}
          onClick={() => choose.mutate(null)}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
