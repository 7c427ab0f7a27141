import { useRef } from "react";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Switch } from "@/components/ui/switch";

const KEYS = [
  [["j", "↓"], "Next open line, then the next payout"],
  [["k", "↑"], "Previous open line, then the previous payout"],
  [["Enter"], "Accept the best candidate of the line"],
  [["1", "–", "9"], "Choose a candidate by its number"],
  [["x"], "Dismiss the suggested match"],
  [["J", "K"], "Next or previous payout, leaving open lines"],
  [["?"], "Show shortcuts"],
] as const;

/** Loaded when it is first opened. The focus returns to where it was: the line stays the one to decide. */
export default function LineHelpDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [isOn, turn] = useShortcuts();
  const opener = useRef<Element | null>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>Keyboard shortcuts</DialogTitle>
          <DialogDescription>
            They work on the whole page, but not while you type. ↑ and ↓ move once a line has the
            focus.
          </DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[6rem_1fr] items-center gap-y-2 text-sm">
          {KEYS.map(([keys, meaning]) => (
            <div key={meaning} className="contents">
              <dt className="flex items-center gap-1">
                {keys.map((key) => (key === "–" ? key : <Kbd key={key}>{key}</Kbd>))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <Field label="Use shortcuts in this browser" inline>
          {({ "aria-invalid": _, ...control }) => (
            <Switch {...control} checked={isOn} onCheckedChange={turn} />
          )}
        </Field>
      </DialogContent>
    </Dialog>
  );
}
