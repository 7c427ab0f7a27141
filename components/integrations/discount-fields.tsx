"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import type { SourceForm } from "@/components/integrations/source-form";
import { TimingChoice } from "@/components/integrations/timing-choice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { feeOfHundred } from "./fee-of-hundred";

/** What the acquirer charges: the processor does not report it, so it is set by hand. */
export function DiscountFields({
  form,
  name,
}: {
  form: UseFormReturn<SourceForm>;
  /** Of the processor. */
  name: string;
}) {
  const [percent, fixed] = form.watch(["discount.discount_percent", "discount.discount_fixed"]);
  const example = feeOfHundred(percent, fixed);
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-sm font-semibold">Discount rate</legend>
      <p className="text-caption text-pretty text-muted-foreground">
        {name} doesn't report fees. Enter your contract rate and we'll estimate them.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <RateField form={form} rate="discount_percent" label="Percent of each payment" />
        <RateField form={form} rate="discount_fixed" label="Fixed fee per payment" />
      </div>
      <p className="min-h-5 text-caption tabular-nums text-muted-foreground">
        {example !== null && `A payment of 100.00 costs ${example}.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <RateField form={form} rate="echeck_percent" label="Percent of each eCheck" />
        <RateField form={form} rate="echeck_fixed" label="Fixed fee per eCheck" />
      </div>
      <Controller
        control={form.control}
        name="discount.discount_timing"
        render={({ field }) => <TimingChoice value={field.value} onChange={field.onChange} />}
      />
    </fieldset>
  );
}

function RateField({
  form,
  rate,
  label,
}: {
  form: UseFormReturn<SourceForm>;
  rate: "discount_percent" | "discount_fixed" | "echeck_percent" | "echeck_fixed";
  label: string;
}) {
  return (
    <Field label={label} error={form.formState.errors.discount?.[rate]?.message}>
      {(control) => (
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          {...control}
          {...form.register(`discount.${rate}`)}
        />
      )}
    </Field>
  );
}
