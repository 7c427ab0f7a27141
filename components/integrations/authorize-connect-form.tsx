"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { ConnectForm } from "@/components/integrations/connect-form";
import { useConnectAuthorize } from "@/components/integrations/connect-mutations";
import { showFieldErrors } from "@/components/integrations/show-field-errors";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { authorizeConnect } from "@/lib/contracts/integrations";

const HINT =
  "Both stand in Authorize.Net under Account, Settings, API Credentials & Keys. Switch on the Transaction Details API there too.";

/** Connects by API login id and transaction key; both leave the page once they have worked. */
export function AuthorizeConnectForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    defaultValues: { login_id: "", transcation_key: "" },
    ...(authorizeConnect.body && { resolver: zodResolver(authorizeConnect.body) }),
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
