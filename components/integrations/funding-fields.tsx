"use client";

import { Controller, type UseFormReturn } from "react-hook-form";
import type { SourceForm } from "@/components/integrations/source-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type Days = "card_days" | "echeck_days" | "amex_days";

/** When the money of a settled batch reaches the bank: the processor sees no bank, so it is set by hand. */
export function FundingFields({
  form,
  name,
}: {
  form: UseFormReturn<SourceForm>;
  /** Of the processor. */
  name: string;
}) {
  const isApart = form.watch("discount.amex_apart");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-sm font-semibold">Days until the money is at the bank</legend>
      <p className="text-caption text-pretty text-muted-foreground">
        {name} reports when a batch settles, not when your bank has the money. Deposits are dated
        this many bank days later. Weekends and bank holidays don't count.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DaysField form={form} days="card_days" label="Cards" />
        <DaysField form={form} days="echeck_days" label="eChecks" />
      </div>
      <Controller
        control={form.control}
        name="discount.amex_apart"
        render={({ field }) => (
          <Field
            inline
            label="American Express pays its part itself"
            hint="It becomes a deposit of its own, in all batches that aren't posted yet."
          >
            {(control) => (
              <Checkbox
                {...control}
                checked={field.value}
                onCheckedChange={(checked) => field.onChange(checked === true)}
              />
            )}
          </Field>
        )}
      />
      {isApart && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DaysField form={form} days="amex_days" label="American Express" />
        </div>
      )}
    </fieldset>
  );
}

function DaysField({
  form,
  days,
  label,
}: {
  form: UseFormReturn<SourceForm>;
  days: Days;
  label: string;
}) {
  return (
    <Field label={label} error={form.formState.errors.discount?.[days]?.message}>
      {(control) => (
        <Input
          type="number"
          inputMode="numeric"
          min={0}
          max={30}
          className="tabular-nums"
          {...control}
          {...form.register(`discount.${days}`, { valueAsNumber: true })}
        />
      )}
    </Field>
  );
}
