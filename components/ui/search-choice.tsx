import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/cn";

export interface SearchOption {
  key: string;
  label: ReactNode;
  /** Shown after the label, muted. */
  note?: ReactNode;
}

interface SearchChoiceProps extends Omit<ComponentProps<typeof Input>, "onChange" | "value"> {
  /** What is typed, or the chosen one's name. */
  text: string;
  options: readonly SearchOption[];
  /** Under the options: that a search is running, or found nothing. */
  status?: string;
  onType: (text: string) => void;
  onChoose: (key: string) => void;
  /** The list has closed without a choice. */
  onLeave?: () => void;
}

/**
 * A field that searches as one types and takes one of what it found. Arrows move, Enter takes, Escape closes
 * the list; the focus stays in the field (ARIA's combobox).
 */
export function SearchChoice({
  text,
  options,
  status = "",
  onType,
  onChoose,
  onLeave,
  ...props
}: SearchChoiceProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const at = Math.min(active, options.length - 1);
  const idOf = (index: number) => `${listId}-${index}`;
  const isShown = isOpen && (options.length > 0 || status !== "");

  function open() {
    setOpen(true);
    setActive(0);
  }

  function choose(index: number) {
    const option = options[index];
    if (option) onChoose(option.key);
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (isShown) setActive((at + step + options.length) % Math.max(1, options.length));
      else open();
    } else if (event.key === "Enter" && isShown) choose(at);
    else if (event.key === "Escape" && isShown) setOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <Input
        {...props}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        {...(isShown && at >= 0 && { "aria-activedescendant": idOf(at) })}
        value={text}
        onChange={({ target }) => {
          onType(target.value);
          open();
        }}
        onClick={open}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
      <div
        className={cn(
          "absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-lg border bg-popover p-1 shadow-float",
          !isShown && "hidden",
        )}
      >
        <div id={listId} role="listbox" aria-label="Found">
          {options.map(({ key, label, note }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has focus and keys
            <div
              key={key}
              id={idOf(index)}
              role="option"
              aria-selected={index === at}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(index)}
              className={cn(
                "flex min-h-9 cursor-default items-center justify-between gap-3 rounded-md px-3 py-1.5 text-sm",
                index === at && "bg-accent text-accent-foreground",
              )}
            >
              <span className="min-w-0 break-words">{label}</span>
              {note && <span className="shrink-0 text-caption text-muted-foreground">{note}</span>}
            </div>
          ))}
        </div>
        <p role="status" className={cn(status && "px-3 py-1.5 text-caption text-muted-foreground")}>
          {status}
        </p>
      </div>
    </div>
  );
}
