"use client";

import { Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { copyText } from "@/components/settings/copy-text";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";

const BOX = "rounded-lg border bg-muted p-3 font-mono text-sm break-all whitespace-pre-wrap";

/** The new token, which is shown here and never again, with a call that uses it. */
export function ShownToken({ token, onClose }: { token: string; onClose: () => void }) {
  const example = `curl -H "Authorization: ${token}" ${window.location.origin}/api/summary/`;
  const copy = useRef<HTMLButtonElement>(null);
  // The focused button left with the previous step.
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <section aria-label="API token" className="grid justify-items-start gap-2">
        <p className={BOX}>{token}</p>
        <Button ref={copy} variant="outline" size="sm" onClick={() => copyText(token)}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </section>
      <section aria-label="Example" className="grid justify-items-start gap-2">
        <p className="text-pretty text-muted-foreground">
          Programs send it, with the word TOKEN, in the Authorization header of each call:
        </p>
        <p className={BOX}>{example}</p>
        <Button variant="outline" size="sm" onClick={() => copyText(example)}>
          <Copy aria-hidden="true" />
          Copy example
        </Button>
      </section>
      <DialogFooter>
        <Button onClick={onClose}>I've saved it</Button>
      </DialogFooter>
    </>
  );
}
