"use client";

import { CircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { useOnDemand } from "@/components/ui/use-on-demand";
import { cn } from "@/lib/cn";
import type { HelpTopic } from "./answers";

const loadPanel = () => import("./help-panel");

export interface HelpAbout {
  topic: HelpTopic;
  /** The word that it explains, for screen readers: "Difference". */
  about: string;
}

/** "?" beside a word that may be doubted: its answer opens at the right, over the page. */
export function HelpLink({ topic, about, className }: HelpAbout & { className?: string }) {
  const { Part: Panel, show, preload } = useOnDemand(loadPanel);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Help: ${about}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={cn(
          "-my-1 inline-grid size-6 place-items-center rounded-full align-middle text-muted-foreground hover:text-foreground print:hidden",
          className,
        )}
        onClick={() => {
          show();
          setOpen(true);
        }}
        {...preload}
      >
        <CircleQuestionMark aria-hidden="true" className="size-3.5" />
      </button>
      {Panel && <Panel topic={topic} open={open} onOpenChange={setOpen} />}
    </>
  );
}
