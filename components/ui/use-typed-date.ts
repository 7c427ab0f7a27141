import { startTransition, useState } from "react";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { formatDate } from "@/lib/format-date";
import { isWholeDate, parseDate } from "@/lib/parse-date";

/**
 * The text of a date field, in the company's format. Typed text is normalized on blur and Enter; a complete
 * date, or an empty text, is passed on immediately. The text follows other changes of the value (Back, "Clear
 * filters"). `value` is `YYYY-MM-DD` or "".
 */
export function useTypedDate(value: string, onChange: (value: string) => void) {
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
