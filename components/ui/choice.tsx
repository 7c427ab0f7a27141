"use client";

import { type KeyboardEvent, useRef } from "react";
import type { ChoiceControl } from "@/components/ui/choice-select";
import { useOnDemand } from "@/components/ui/use-on-demand";
import { cn } from "@/lib/cn";
import { SelectChevron, selectTriggerClasses } from "./native-select";

const loadSelect = () => import("@/components/ui/choice-select");

const OPENING_KEYS = ["ArrowUp", "ArrowDown"];

interface ChoiceProps<Value extends string> extends ChoiceControl {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  className?: string;
}

/**
 * A select of a few known values whose code is loaded on demand. Until then, a button that looks like its
 * trigger takes its place and opens it.
 */
export function Choice<Value extends string>({
  value,
  options,
  onChange,
  className,
  ...control
}: ChoiceProps<Value>) {
  const { Part: Select, isComing, show, preload } = useOnDemand(loadSelect);
  const typed = useRef(NOTHING_TYPED);
  const shown = options.find((option) => option.value === value)?.label;
  function choose(text: string) {
    const chosen = options.find((option) => option.value === text);
    if (chosen) onChange(chosen.value);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (OPENING_KEYS.includes(event.key)) {
      // The page would scroll.
      event.preventDefault();
      show();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // Meant for the list that opens, where nothing is chosen before Enter.
      if (isComing) return;
      typed.current = typeLetter(typed.current, event.key, event.timeStamp);
      const named = nextNamed(options, value, typed.current.text);
      if (named) onChange(named.value);
    }
  }
  if (Select) {
    return <Select {...{ value, shown, options, className, control }} onChange={choose} />;
  }
  return (
    <button
      type="button"
      role="combobox"
      {...control}
      aria-controls={undefined}
      aria-expanded={false}
      aria-autocomplete="none"
      data-state="closed"
      className={cn(selectTriggerClasses, className)}
      onClick={show}
      onKeyDown={onKeyDown}
      {...preload}
      onFocus={() => {
        typed.current = NOTHING_TYPED;
        preload.onFocus();
      }}
    >
      <span className="pointer-events-none">{shown}</span>
      <SelectChevron />
    </button>
  );
}

/** What was typed into a closed select so far, and when (`timeStamp` of the last key). */
interface TypedName {
  text: string;
  at: number;
}

export const NOTHING_TYPED: TypedName = { text: "", at: Number.NEGATIVE_INFINITY };

/** Letters with a longer pause between them begin a new name. */
const PAUSE_MS = 1_000;

export function typeLetter({ text, at }: TypedName, letter: string, now: number): TypedName {
  return { text: now - at > PAUSE_MS ? letter : text + letter, at: now };
}

/**
 * The option after the chosen one that begins with what was typed, as in any closed select: one letter, also
 * repeated, goes on to the next of its options; several stay at the chosen one as long as it fits.
 * @returns undefined: none does, or the chosen one
 */
export function nextNamed<Option extends { value: string; label: string }>(
  options: readonly Option[],
  value: string,
  text: string,
): Option | undefined {
  const [first = ""] = text;
  const isOneLetter = [...text].every((letter) => letter === first);
  const wanted = (isOneLetter ? first : text).toLowerCase();
  if (wanted === "") return undefined;
  const at = Math.max(
    options.findIndex((option) => option.value === value),
    0,
  );
  const runInCompanyQueue = [...options.slice(at), ...options.slice(0, at)];
  const named = runInCompanyQueue.find(
    (option) =>
      !(isOneLetter && option.value === value) && option.label.toLowerCase().startsWith(wanted),
  );
  return named?.value === value ? undefined : named;
}
