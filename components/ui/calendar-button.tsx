import { CalendarDays } from "lucide-react";
import type { ComponentProps } from "react";

/** At the end of a date field; a finger has more room than the eye sees. */
export function CalendarButton({
  label,
  ...props
}: ComponentProps<"button"> & {
  /** The field's. */
  label: string;
}) {
  return (
    <button
      type="button"
      aria-label={`Choose a date: ${label}`}
      className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted-foreground -outline-offset-2! hover:text-foreground max-md:after:absolute max-md:after:-inset-0.5"
      {...props}
    >
      <CalendarDays aria-hidden="true" className="size-4" />
    </button>
  );
}
