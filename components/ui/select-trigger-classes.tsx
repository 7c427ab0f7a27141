import { ChevronDown } from "lucide-react";
import { controlClasses } from "@/components/ui/input";
import { cn } from "@/lib/cn";

/** The look of a select's trigger, and of the button in its place until it is loaded. */
export const selectTriggerClasses = cn(
  controlClasses,
  "flex w-fit items-center justify-between gap-2 text-left data-placeholder:text-muted-foreground [&>span]:truncate",
);

export function SelectChevron() {
  return <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}
