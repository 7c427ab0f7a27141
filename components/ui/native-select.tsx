import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { controlClasses } from "./input";

/** The browser's own select, for long and grouped lists: searched by typing, and at home on phones. */
export function NativeSelect({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className={cn("relative block min-w-0", className)}>
      <select
        className={cn(selectTriggerClasses, "block w-full appearance-none truncate pr-9")}
        {...props}
      >
        {children}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center">
        <SelectChevron />
      </span>
    </span>
  );
}

/** The look of a select's trigger, and of the button in its place until it is loaded. */
export const selectTriggerClasses = cn(controlClasses, "ui-select");

export function SelectChevron() {
  return <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}
