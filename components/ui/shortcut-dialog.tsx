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

export interface ShortcutDialogProps {
  /** Keys and what they do; "–" between two keys stands for those between them. */
  keys: readonly (readonly [keys: readonly string[], meaning: string])[];
  /** Where they work. */
  text: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keys of every page. */
const EVERYWHERE: ShortcutDialogProps["keys"] = [
  [["⌘K"], "Search everything; Ctrl K without a ⌘ key"],
  [["/"], "Search this page"],
  [["g d"], "Dashboard; g t Transactions, g m Manual Match, g i Integrations, g s Settings"],
];

/** Loaded when it is first opened. The focus returns to where it was, so that the keys go on from there. */
export default function ShortcutDialog({ keys, text, open, onOpenChange }: ShortcutDialogProps) {
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
          <DialogDescription>{text}</DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[6rem_1fr] items-center gap-y-2 text-sm">
          {[...keys, ...EVERYWHERE].map(([own, meaning]) => (
            <div key={meaning} className="contents">
              <dt className="flex items-center gap-1">
                {own.map((key) => (key === "–" ? key : <Kbd key={key}>{key}</Kbd>))}
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
