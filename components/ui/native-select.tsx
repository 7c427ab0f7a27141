import type { ComponentProps } from "react";
import { SelectChevron, selectTriggerClasses } from "@/components/ui/select-trigger-classes";
import { cn } from "@/lib/cn";

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
