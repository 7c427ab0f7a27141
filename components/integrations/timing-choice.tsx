"use client";

import { RadioGroup } from "radix-ui";
import { useId } from "react";
import type { DiscountSettings } from "@/lib/contracts/providers";

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
export function TimingChoice({
  value,
  onChange,
}: {
  value: Timing;
  onChange: (value: Timing) => void;
}) {
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
