"use client";

import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";

/** Copies the code that it lies on. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      className="absolute top-2 right-2"
      onClick={() => copyText(text)}
    >
      <Copy aria-hidden="true" />
    </Button>
  );
}
