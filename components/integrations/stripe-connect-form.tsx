"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { PageHeader } from "@/components/feedback/page-header";
import { useConnectStripe } from "@/components/integrations/mutations";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { stripeConnect } from "@/lib/contracts/integrations";

const HINT =
  "Begins with sk_. Use your live key for live payments, or a test key for testing. A restricted key that reads payouts, balance, charges, refunds, disputes and customers is enough.";

/** Connects by a secret key; the key leaves the page once it has worked. */
export function StripeConnectForm({ onClose }: { onClose: () => void }) {
  const connect = useConnectStripe();
  const form = useForm({
    defaultValues: { secret_key: "" },
    ...(stripeConnect.body && { resolver: zodResolver(stripeConnect.body) }),
  });

  return (
    <>
      <PageHeader
        title="Connect to Stripe"
        back={
          <Button variant="link" size="sm" className="h-auto px-0" onClick={onClose}>
            ← Back to integrations
          </Button>
        }
      />
      <Card className="max-w-xl">
        <CardContent>
          <form
            className="grid gap-4"
            onSubmit={form.handleSubmit((body) =>
              connect.mutate(body, {
                onSuccess: () => {
                  form.reset();
                  onClose();
                },
              }),
            )}
          >
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
            <div className="flex justify-end gap-2">
              <Button type="button" variant="outline" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                disabled={form.watch("secret_key").trim() === ""}
                loading={connect.isPending}
              >
                Connect Account
              </Button>
            </div>
          </form>
        </CardContent>
      </Card>
    </>
  );
}
