"use client";

import { useForm } from "react-hook-form";
import { useContractResolver } from "@/components/feedback/contract-resolver";
import { ConnectForm } from "@/components/integrations/connect-form";
import { useConnectStripe } from "@/components/integrations/connect-mutations";
import { showFieldErrors } from "@/components/integrations/show-field-errors";
import { StripeOauth } from "@/components/integrations/stripe-oauth";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";

const load = () => import("@/lib/contracts/integrations").then((contract) => contract.stripeKey);

const HINT =
  "Begins with sk_. Use your live key for live payments, or a test key for testing. A restricted key that reads payouts, balance, charges, refunds, disputes and customers is enough.";

/** Connects by a secret key; the key leaves the page once it has worked. */
export function StripeConnectForm({
  offersOauth,
  onClose,
}: {
  /** Stripe Connect is set up on this installation. */
  offersOauth: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { secret_key: "" },
  });
  const connect = useConnectStripe(() => {
    form.reset();
    onClose();
  });

  return (
    <ConnectForm
      name="Stripe"
      intro={offersOauth && <StripeOauth />}
      filled={form.watch("secret_key").trim() !== ""}
      connecting={connect.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((body) =>
        connect.mutate(body, { onError: (error) => showFieldErrors(form, ["secret_key"], error) }),
      )}
    >
      {offersOauth && <h2 className="font-medium">Or connect with a secret key</h2>}
      <Field label="Secret key" hint={HINT} error={form.formState.errors.secret_key?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            placeholder="sk_..."
            {...form.register("secret_key")}
          />
        )}
      </Field>
    </ConnectForm>
  );
}
