"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import {
  type AccountChoice,
  ChooseAccount,
  choosesAccount,
} from "@/components/integrations/choose-account";
import { Completing } from "@/components/integrations/completing";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { describeProvider, type RedirectProvider } from "@/lib/providers/list";
import { plainReason } from "./runs";

/** Completes the connection and redirects to the integrations page; an error shows there or here. */
export function ProviderCallback({ id }: { id: RedirectProvider["id"] }) {
  const provider: RedirectProvider = describeProvider(id);
  const { name, redirect, endpoints } = provider;
  const params = useSearchParams();
  const router = useRouter();
  const reasonOf = (error: Error) => refusalText(params, name) ?? plainReason(error);
  const staysHere = redirect.onFailure === "stay";
  const [choice, setChoice] = useState<AccountChoice | null>(null);
  const { error } = useCompletion({
    send: async () => {
      const body = readParameters(params, redirect.parameters);
      if (!body) throw new Error("parameters are missing");
      const { accounts } = await call(endpoints.completeConnect, { body });
      return accounts ? { state: body.state, accounts } : null;
    },
    onDone: (toChoose) => {
      if (toChoose) setChoice(toChoose);
      else router.replace(`/integrations?${redirect.notice}=true`);
    },
    onFailed: (failure) => {
      const title = `Failed to complete ${name} integration`;
      if (staysHere) {
        toast.error(title);
        return;
      }
      toast.error(title, { description: reasonOf(failure) });
      router.replace("/integrations");
    },
  });
  if (choice && choosesAccount(provider)) return <ChooseAccount {...{ provider, choice }} />;
  if (!error || !staysHere) return <Completing name={name} />;
  return (
    <div className="grid min-h-80 place-content-center justify-items-center gap-4 text-center">
      <div className="grid gap-1">
        <h1 className="text-xl font-semibold">{`${name} wasn't connected`}</h1>
        <p className="max-w-md text-pretty text-muted-foreground">
          {reasonOf(error) ?? "Please start again from Integrations."}
        </p>
      </div>
      <Button asChild>
        <Link href="/integrations">Back to integrations</Link>
      </Button>
    </div>
  );
}

/** What a provider's redirect has to bring along, by name; null when any of it is missing or empty. */
export function readParameters<Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> | null {
  const found = names.map((name) => [name, params.get(name) ?? ""] as const);
  if (found.some(([, value]) => value === "")) return null;
  return Object.fromEntries(found) as Record<Name, string>;
}

/** For the returning user: why the connection can't be completed. */
export function refusalText(params: URLSearchParams, name: string): string | undefined {
  if (params.get("error") === "access_denied") {
    return `Access to ${name} wasn't approved. Nothing changed.`;
  }
  return undefined;
}

/** Sends once what a provider came back with. `send` rejects where there is nothing to send. */
function useCompletion<Answer>(completion: {
  send: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onFailed: (error: Error) => void;
}) {
  const started = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: completion.send,
    onSuccess: completion.onDone,
    onError: completion.onFailed,
  });

  useEffect(() => {
    // The code works once, and React's strict mode runs effects twice.
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);

  return { error };
}
