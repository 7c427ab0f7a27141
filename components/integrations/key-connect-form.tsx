"use client";

import { useForm } from "react-hook-form";
import { showFieldErrors } from "@/components/feedback/show-field-errors";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { ConnectForm } from "@/components/integrations/connect-form";
import { useConnectByKey } from "@/components/integrations/connect-mutations";
import { KeyPage } from "@/components/integrations/key-page";
import { RedirectOffer } from "@/components/integrations/redirect-offer";
import { StartDateField, useStartDate } from "@/components/integrations/start-date-field";
import { Unsupported } from "@/components/integrations/unsupported";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import type { KeyField } from "@/lib/providers/descriptor";
import type { KeyProvider } from "@/lib/providers/list";

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
      import("@/lib/contracts/providers").then(({ keyBody }) => keyBody(fields)),
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
