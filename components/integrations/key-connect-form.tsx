"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { showFieldErrors, useContractResolver } from "@/components/feedback/use-contract-resolver";
import { ConnectForm } from "@/components/integrations/connect-form";
import { useConnectByKey, useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { DateText } from "@/components/ui/date-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import type { KeyField, KeyPage as Page } from "@/lib/providers/descriptor";
import type { ConnectableProvider, KeyProvider } from "@/lib/providers/list";
import { Unsupported } from "./completing";
import { startDatesQuery } from "./queries";

/** Connects by what the provider's fields ask for; the secrets leave the page once they have worked. */
export function KeyConnectForm({
  provider,
  offersRedirect,
  onClose,
}: {
  provider: KeyProvider;
  /** This installation can also send the browser to the provider. */
  offersRedirect: boolean;
  onClose: () => void;
}) {
  const fields: readonly KeyField[] = provider.key.fields;
  const page = "page" in provider.key ? provider.key.page : undefined;
  const names = fields.map(({ wire }) => wire);
  const form = useForm<Record<string, string>>({
    resolver: useContractResolver(() =>
      import("@/lib/contracts/provider-shapes").then(({ keyBody }) => keyBody(fields)),
    ),
    defaultValues: Object.fromEntries(names.map((name) => [name, ""])),
  });
  const connect = useConnectByKey(provider, () => {
    form.reset();
    onClose();
  });
  const start = useStartDate(provider);
  const startDate = start.isAsked ? start.value : "";
  const { errors } = form.formState;

  return (
    <ConnectForm
      name={provider.name}
      intro={offersRedirect && <RedirectOffer provider={provider} startDate={startDate} />}
      filled={form.watch(names).every((value) => value?.trim()) && !start.isLoading}
      connecting={connect.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) =>
        connect.mutate(
          { ...body, ...(startDate !== "" && { start_date: startDate }) },
          { onError: (error) => showFieldErrors(form, names, error) },
        ),
      )}
    >
      {offersRedirect && (
        <h2 className="font-medium">{`Or connect with a ${fields[0]?.label.toLowerCase()}`}</h2>
      )}
      {page && <KeyPage name={provider.name} page={page} />}
      {fields.map(({ wire, label, hint, placeholder, secret }) => (
        <Field key={wire} label={label} hint={hint} error={errors[wire]?.message}>
          {(control) =>
            secret ? (
              <PasswordInput
                {...control}
                autoComplete="off"
                placeholder={placeholder}
                {...form.register(wire)}
              />
            ) : (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder={placeholder}
                {...form.register(wire)}
              />
            )
          }
        </Field>
      ))}
      {start.isAsked && <StartDateField date={start} />}
      <Unsupported provider={provider} />
    </ConnectForm>
  );
}

/** Where to get a key that may read just what is needed. */
function KeyPage({ name, page }: { name: string; page: Page }) {
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3 rounded-lg border bg-muted/40 p-4">
      <div className="grid gap-1">
        <h2 id={title} className="font-medium">
          {`No ${page.creates} yet?`}
        </h2>
        <p className="text-caption text-pretty text-muted-foreground">{page.text}</p>
      </div>
      <ul className="grid gap-x-4 gap-y-1 text-caption sm:grid-cols-2">
        {page.permissions.map((permission) => (
          <li key={permission}>{permission}</li>
        ))}
      </ul>
      <Button asChild variant="outline" size="sm" className="justify-self-start">
        <a href={page.address} target="_blank" rel="noreferrer">
          {`Create ${page.creates === "app" ? "an app" : "a key"} in ${name}`}
          <ExternalLink aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </Button>
    </section>
  );
}

/** Connecting at the provider itself, without copying a key. */
function RedirectOffer({
  provider,
  startDate,
}: {
  provider: ConnectableProvider;
  /** From which payout date on to import; "" for everything. */
  startDate: string;
}) {
  const connect = useConnectByRedirect(provider, startDate);
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3 border-b pb-6">
      <div className="grid gap-1">
        <h2 id={title} className="font-medium">
          {`Connect with ${provider.name}`}
        </h2>
        <p className="text-muted-foreground">
          {`Sign in to ${provider.name} and approve access. No keys to copy.`}
        </p>
      </div>
      <Button
        className="justify-self-start"
        loading={connect.isPending}
        onClick={() => connect.mutate()}
      >
        {`Continue to ${provider.name}`}
      </Button>
    </section>
  );
}

/**
 * From which payout date on to import: the offered day until the user chooses another; "" for everything. Not asked
 * of a connection that is renewed.
 */
function useStartDate({ wire, role }: KeyProvider) {
  const { data, isPending } = useQuery(startDatesQuery);
  const [chosen, choose] = useState<string | null>(null);
  return {
    value: chosen ?? data?.suggested ?? "",
    choose,
    closedUntil: data?.closed_until ?? null,
    isLoading: isPending,
    isAsked: role === "source" && !data?.sources.some((each) => each.integration_type === wire),
  };
}

function StartDateField({ date }: { date: ReturnType<typeof useStartDate> }) {
  return (
    <div className="grid gap-1.5">
      {/* The offered day must not come under the hand of someone who types another. */}
      <DateField
        stacked
        label="Import payouts from"
        value={date.value}
        disabled={date.isLoading}
        onChange={date.choose}
      />
      <p className="text-caption text-pretty text-muted-foreground">
        {date.closedUntil !== null && (
          <>
            Your books are closed up to <DateText date={date.closedUntil} />.{" "}
          </>
        )}
        Earlier payouts stay out. You can choose an earlier day later; leave it empty to import
        everything. Nothing posts until you review it.
      </p>
    </div>
  );
}
