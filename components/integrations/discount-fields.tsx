"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import type { AuthorizeForm } from "@/components/integrations/authorize-form";
import { feeOfHundred } from "@/components/integrations/discount-example";
import { TimingChoice } from "@/components/integrations/timing-choice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/** What the acquirer charges: Authorize.Net does not tell, so it is set by hand. */
export function DiscountFields({ form }: { form: UseFormReturn<AuthorizeForm> }) {
  const errors = form.formState.errors.discount;
  const [percent, fixed] = form.watch(["discount.discount_percent", "discount.discount_fixed"]);
  const example = feeOfHundred(percent, fixed);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-sm font-semibold">Discount rate</legend>
      <p className="text-caption text-pretty text-muted-foreground">
        Authorize.Net does not tell what your bank charges. Enter the rate of your contract: fees
        are predicted by it, and shown as predicted.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Percent of each payment" error={errors?.discount_percent?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              {...control}
              {...form.register("discount.discount_percent")}
            />
          )}
        </Field>
        <Field label="Fixed fee per payment" error={errors?.discount_fixed?.message}>
          {(control) => (
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              {...control}
              {...form.register("discount.discount_fixed")}
            />
          )}
        </Field>
      </div>
      <p className="min-h-5 text-caption tabular-nums text-muted-foreground">
        {example !== null && `A payment of 100.00 costs ${example}.`}
      </p>
      <Controller
        control={form.control}
        name="discount.discount_timing"
        render={({ field }) => <TimingChoice value={field.value} onChange={field.onChange} />}
      />
    </fieldset>
  );
}
