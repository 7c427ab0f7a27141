"use client";

import { useRouter } from "next/navigation";
import { createContext, use, useCallback, useEffect, useId, useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { useAskBeforeBack, useAskBeforeUnload } from "@/components/feedback/use-ask-before-unload";

/** Reports to the page around a form whether it has changes: tabs are no links. */
export const UnsavedContext = createContext<(form: string, dirty: boolean) => void>(() => {});

/**
 * Asks before a form with changes is left: by one of our links, Back or Forward, another tab, or closing
 * the page.
 */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  const router = useRouter();
  const report = use(UnsavedContext);
  const form = useId();
  const [leaving, setLeaving] = useState<{ goOn: () => void } | null>(null);
  const ask = useCallback((goOn: () => void) => setLeaving({ goOn }), []);
  useAskBeforeUnload(dirty);
  useAskBeforeBack(dirty, ask);

  useEffect(() => {
    if (!dirty) return;
    const askHere = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
      const address = link?.getAttribute("href");
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
      if (!link || !address || opensElsewhere || link.getAttribute("target") === "_blank") return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => router.push(address));
    };
    report(form, true);
    // Before the link's own handler, which would already navigate.
    document.addEventListener("click", askHere, { capture: true });
    return () => {
      report(form, false);
      document.removeEventListener("click", askHere, { capture: true });
    };
  }, [dirty, report, form, ask, router]);

  return (
    <LeaveDialog
      open={leaving !== null}
      onStay={() => setLeaving(null)}
      onLeave={() => leaving?.goOn()}
    />
  );
}

export function LeaveDialog({
  open,
  onStay,
  onLeave,
}: {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="Your changes haven't been saved."
      cancel="Keep editing"
      action="Leave"
      open={open}
      onOpenChange={(stillOpen) => {
        if (!stillOpen) onStay();
      }}
      onConfirm={onLeave}
    />
  );
}
