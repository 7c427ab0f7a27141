import { useId, useState } from "react";
import { Input } from "@/components/ui/input";

/** Years before this are years half typed. */
const FIRST_YEAR = "1900";

/**
 * One end of a range of calendar dates, by the browser's own picker. It keeps what is typed until it is a
 * date, and follows when the address changes by another way (Back, "Clear filters").
 */
export function DateField({
  label,
  value,
  invalid,
  onChange,
}: {
  label: string;
  value: string;
  invalid: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const [version, setVersion] = useState(0);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setVersion(version + 1);
    }
  }
  function take(input: HTMLInputElement) {
    const next = input.value;
    if (input.validity.badInput || next === sent || (next !== "" && next < FIRST_YEAR)) return;
    setSent(next);
    onChange(next);
  }
  return (
    <div className="flex min-w-0 gap-2 max-md:flex-col max-md:gap-1 md:items-center">
      <label htmlFor={id} className="text-caption text-muted-foreground">
        {label}
      </label>
      <Input
        key={version}
        id={id}
        type="date"
        defaultValue={value}
        max="9999-12-31"
        aria-invalid={invalid}
        onChange={(event) => take(event.currentTarget)}
        className="tabular-nums md:w-38"
      />
    </div>
  );
}
