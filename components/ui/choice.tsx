"use client";

import type { KeyboardEvent } from "react";
import { useOnDemand } from "@/components/feedback/use-on-demand";
import { SelectChevron, selectTriggerClasses } from "@/components/ui/select-look";
import { cn } from "@/lib/cn";

const loadSelect = () => import("@/components/ui/choice-select");

const OPENING_KEYS = ["ArrowUp", "ArrowDown"];

/**
 * A select of a few known values whose code is loaded when somebody reaches for it. Until then a button
 * stands in that looks and answers like its trigger, and opens it.
 */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string;
}) {
  const { Part: Select, want, reach } = useOnDemand(loadSelect);
  const shown = options.find((option) => option.value === value)?.label;
  function choose(text: string) {
    const chosen = options.find((option) => option.value === text);
    if (chosen) onChange(chosen.value);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!OPENING_KEYS.includes(event.key)) return;
    // The page would scroll.
    event.preventDefault();
    want();
  }
  if (Select) {
    return <Select {...{ label, value, shown, options, className }} onChange={choose} />;
  }
  return (
    <button
      type="button"
      role="combobox"
      aria-label={label}
      aria-controls={undefined}
      aria-expanded={false}
      aria-autocomplete="none"
      data-state="closed"
      className={cn(selectTriggerClasses, className)}
      onClick={want}
      onKeyDown={onKeyDown}
      {...reach}
    >
      <span className="pointer-events-none">{shown}</span>
      <SelectChevron />
    </button>
  );
}
