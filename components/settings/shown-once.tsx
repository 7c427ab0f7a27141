import { Copy } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DialogFooter } from "@/components/ui/dialog";

/** A secret, which is shown here and never again. */
export function ShownOnce({
  label,
  secret,
  onClose,
  children,
}: {
  label: string;
  secret: string;
  onClose: () => void;
  /** How it is used. */
  children?: ReactNode;
}) {
  const copy = useRef<HTMLButtonElement>(null);
  // The focused button left with the previous step.
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <Copyable label={label} text={secret} button={copy} action="Copy" />
      {children}
      <DialogFooter>
        <Button onClick={onClose}>I've saved it</Button>
      </DialogFooter>
    </>
  );
}

/** A text with a button that copies it. */
export function Copyable({
  label,
  text,
  action,
  button,
  children,
}: {
  label: string;
  text: string;
  action: string;
  button?: Ref<HTMLButtonElement>;
  /** What it is for. */
  children?: ReactNode;
}) {
  return (
    <section aria-label={label} className="grid justify-items-start gap-2">
      {children}
      <p className="rounded-lg border bg-muted p-3 font-mono text-sm break-all whitespace-pre-wrap">
        {text}
      </p>
      <Button ref={button} variant="outline" size="sm" onClick={() => copyText(text)}>
        <Copy aria-hidden="true" />
        {action}
      </Button>
    </section>
  );
}
