"use client";

import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { HelpLink } from "@/components/help/help-link";
import type { SourceForm } from "@/components/integrations/source-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { DiscountSettings } from "@/lib/contracts/discount-settings";
import { toWireDecimal } from "@/lib/money";

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
        {name} doesn't report fees. Enter your contract rate and we'll estimate them.{" "}
        <HelpLink topic="estimated" about="estimated fees" />
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

const PERCENT = /^(\d{1,2})(?:\.(\d{1,4}))?$/;
const FIXED = /^(\d{1,4})(?:\.(\d{1,2}))?$/;

/** What a charge of 100.00 costs at this rate: "3.20"; null while one of the two is no number. */
export function feeOfHundred(percent: string, fixed: string): string | null {
  const share = PERCENT.exec(percent.trim());
  const amount = FIXED.exec(fixed.trim());
  if (!share || !amount) return null;
  // Of 10,000 cents, a ten-thousandth of a percent is a hundredth of a cent.
  const variable = Math.round(scaled(share, 4) / 100);
  return toWireDecimal(variable + scaled(amount, 2), "USD");
}

function scaled([, whole = "0", fraction = ""]: RegExpExecArray, digits: number): number {
  return Number(whole + fraction.padEnd(digits, "0"));
}

type Timing = DiscountSettings["discount_timing"];

const TIMINGS: { value: Timing; label: string; explanation: string }[] = [
  {
    value: "daily",
    label: "Daily",
    explanation: "Deducted from each deposit (you receive the net).",
  },
  {
    value: "monthly",
    label: "Monthly",
    explanation: "Charged once a month (you receive the full amount).",
  },
];

/** When the discount is taken, each way with what it means. */
function TimingChoice({ value, onChange }: { value: Timing; onChange: (value: Timing) => void }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} className="text-sm font-medium">
        When fees are charged
      </p>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => {
          const timing = TIMINGS.find((one) => one.value === next);
          if (timing) onChange(timing.value);
        }}
        className="grid gap-2"
      >
        {TIMINGS.map((timing) => (
          <div key={timing.value} className="flex gap-2.5">
            <RadioGroup.Item
              value={timing.value}
              id={`${id}-${timing.value}`}
              aria-describedby={`${id}-${timing.value}-text`}
              className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-input bg-card data-[state=checked]:border-primary"
            >
              <RadioGroup.Indicator className="size-2 rounded-full bg-primary" />
            </RadioGroup.Item>
            <div className="grid gap-0.5">
              <label htmlFor={`${id}-${timing.value}`} className="w-fit text-sm">
                {timing.label}
              </label>
              <p id={`${id}-${timing.value}-text`} className="text-caption text-muted-foreground">
                {timing.explanation}
              </p>
            </div>
          </div>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
