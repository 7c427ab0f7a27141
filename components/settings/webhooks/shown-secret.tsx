"use client";

import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { DialogFooter } from "@/components/ui/dialog";

/** A signing secret, which is shown here and never again. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = useRef<HTMLButtonElement>(null);
  // The focused button left with the previous step.
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <section aria-label="Signing secret" className="grid justify-items-start gap-2">
        <p className="rounded-lg border bg-muted p-3 font-mono text-sm break-all">{secret}</p>
        <Button ref={copy} variant="outline" size="sm" onClick={() => copyText(secret)}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </section>
      <DialogFooter>
        <Button onClick={onClose}>I've saved it</Button>
      </DialogFooter>
    </>
  );
}
