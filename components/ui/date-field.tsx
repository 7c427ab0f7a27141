import { startTransition, useEffect, useId, useRef, useState } from "react";
import { CalendarButton } from "@/components/ui/calendar-button";
import type { CalendarRange } from "@/components/ui/calendar-popover";
import { Input } from "@/components/ui/input";
import { useOnDemand } from "@/components/ui/use-on-demand";
import { cn } from "@/lib/cn";
import { formatDate } from "@/lib/format-date";
import { isWholeDate, parseDate } from "@/lib/parse-date";
import { useFormatPreferences } from "./format-preferences";

const loadCalendar = () => import("@/components/ui/calendar-popover");

/**
 * A calendar date, typed in the company's format or chosen from a calendar. `value` is `YYYY-MM-DD` or "";
 * text that is no date gets a message and isn't passed on, nor is the form sent that it is in. On wide screens the message takes no room: it
 * comes with a click on something else, which must not move.
 */
export function DateField({
  label,
  value,
  range,
  invalid = false,
  stacked = false,
  disabled = false,
  error,
  onChange,
}: {
  label: string;
  value: string;
  /** The range that the date is one end of: the calendar shows it. */
  range?: CalendarRange;
  invalid?: boolean;
  /** In a form: the label above, messages below, as in a Field. */
  stacked?: boolean;
  /** Its value is not known yet. */
  disabled?: boolean;
  /** What the form has against the date. */
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const messageId = `${id}-message`;
  const { text, format, isRefused, isUnreadable, refuse, type, settle, pick } = useTypedDate(
    value,
    onChange,
  );
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ isUnreadable, refuse });
  useEffect(() => {
    latest.current = { isUnreadable, refuse };
  });
  // The form knows the last date that could be read: it must not be sent in place of what is typed.
  useEffect(() => {
    const form = input.current?.form;
    if (!form) return;
    const onSubmit = (event: SubmitEvent) => {
      if (!latest.current.isUnreadable) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.refuse();
      input.current?.focus();
    };
    form.addEventListener("submit", onSubmit);
    return () => form.removeEventListener("submit", onSubmit);
  }, []);
  const { Part: Calendar, show, preload } = useOnDemand(loadCalendar);
  return (
    <div
      className={cn(
        "relative flex min-w-0 flex-col",
        stacked ? "gap-2" : "gap-1 md:flex-row md:items-center md:gap-2",
      )}
    >
      <label
        htmlFor={id}
        className={stacked ? "text-sm font-medium" : "text-caption text-muted-foreground"}
      >
        {label}
      </label>
      <div className={cn("relative", !stacked && "md:w-38")}>
        <Input
          ref={input}
          id={id}
          disabled={disabled}
          inputMode="numeric"
          autoComplete="off"
          placeholder={format}
          value={text}
          aria-invalid={invalid || isRefused || error !== undefined}
          aria-describedby={isRefused || error !== undefined ? messageId : undefined}
          onChange={({ currentTarget: { value: next, selectionEnd } }) =>
            type(next, selectionEnd === next.length)
          }
          onBlur={settle}
          onKeyDown={({ key }) => key === "Enter" && settle()}
          className="pr-9 tabular-nums"
        />
        {Calendar ? (
          <Calendar label={label} value={value} range={range} onPick={pick} />
        ) : (
          <CalendarButton
            label={label}
            disabled={disabled}
            aria-haspopup="dialog"
            aria-expanded={false}
            onClick={show}
            {...preload}
          />
        )}
      </div>
      {isRefused && (
        <p
          id={messageId}
          role="alert"
          className={cn(
            "text-caption text-destructive",
            !stacked &&
              "md:pointer-events-none md:absolute md:top-full md:z-10 md:mt-1 md:w-max md:rounded-md md:bg-destructive-surface md:px-2 md:py-1 md:shadow-float",
          )}
        >
          Type a date as <span className="whitespace-nowrap">{format}.</span>
        </p>
      )}
      {!isRefused && error !== undefined && (
        <p id={messageId} role="alert" className="text-caption text-destructive">
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The text of a date field, in the company's format. Typed text is normalized on blur and Enter; a complete
 * date, or an empty text, is passed on immediately. The text follows other changes of the value (Back, "Clear
 * filters"). `value` is `YYYY-MM-DD` or "".
 */
function useTypedDate(value: string, onChange: (value: string) => void) {
  const { dateFormat } = useFormatPreferences();
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const [typed, setTyped] = useState<string>();
  const [refused, setRefused] = useState<string>();

  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setTyped(undefined);
    }
  }
  const read = (text: string) => (text.trim() === "" ? "" : parseDate(text, dateFormat));
  function take(date: string, text?: string) {
    setSent(date);
    setTyped(text);
    setRefused(undefined);
    if (date !== sent) onChange(date);
  }

  const isUnreadable = typed !== undefined && read(typed) === null;

  return {
    text: typed ?? formatDate(sent, dateFormat),
    format: dateFormat,
    /** The text is no date, and the focus has left the field. */
    isRefused: typed !== undefined && typed === refused,
    /** The text is no date, or not yet. */
    isUnreadable,
    refuse: () => setRefused(typed),
    type(text: string, cursorAtEnd: boolean) {
      const date = read(text);
      const isWhole = date === "" || (date !== null && isWholeDate(text, cursorAtEnd));
      take(isWhole ? date : sent, text);
    },
    settle() {
      if (typed === undefined) return;
      const date = read(typed);
      if (date !== null) take(date);
      // Not before the click that took the focus away is through: the message may move what it is on.
      else startTransition(() => setRefused(typed));
    },
    pick: take,
  };
}
