"use client";

import { useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/contract-resolver";
import { ConnectForm } from "@/components/integrations/connect-form";
import { useConnectAuthorize } from "@/components/integrations/connect-mutations";
import { showFieldErrors } from "@/components/integrations/show-field-errors";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";

const load = () =>
  import("@/lib/contracts/integrations").then((contract) => contract.authorizeKeys);

const HINT =
  "Both stand in Authorize.Net under Account, Settings, API Credentials & Keys. Switch on the Transaction Details API there too.";

/** Connects by API login id and transaction key; both leave the page once they have worked. */
export function AuthorizeConnectForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { login_id: "", transcation_key: "" },
  });
  const connect = useConnectAuthorize(() => {
    form.reset();
    onClose();
  });
  const { errors } = form.formState;

  return (
    <ConnectForm
      name="Authorize.Net"
      filled={form.watch(["login_id", "transcation_key"]).every((value) => value.trim() !== "")}
      connecting={connect.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) =>
        connect.mutate(body, {
          onError: (error) => showFieldErrors(form, ["login_id", "transcation_key"], error),
        }),
      )}
    >
      <Field label="API login ID" error={errors.login_id?.message}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...form.register("login_id")}
          />
        )}
      </Field>
      <Field label="Transaction key" hint={HINT} error={errors.transcation_key?.message}>
        {(control) => (
          <PasswordInput {...control} autoComplete="off" {...form.register("transcation_key")} />
        )}
      </Field>
    </ConnectForm>
  );
}
