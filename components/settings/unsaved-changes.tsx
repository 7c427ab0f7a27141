"use client";

import { useRouter } from "next/navigation";
import { createContext, use, useEffect, useId, useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";

/** Tells the page around a form whether it has changes: tabs are no links. */
export const UnsavedContext = createContext<(form: string, dirty: boolean) => void>(() => {});

/** Asks before a form with changes is left: by one of our links, another tab, or closing the page. */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  const router = useRouter();
  const report = use(UnsavedContext);
  const form = useId();
  const [destination, setDestination] = useState<string | null>(null);

  useEffect(() => {
    if (!dirty) return;
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    const askHere = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
      if (!link || opensElsewhere || link.getAttribute("target") === "_blank") return;
      event.preventDefault();
      event.stopPropagation();
      setDestination(link.getAttribute("href"));
    };
    report(form, true);
    window.addEventListener("beforeunload", askBrowser);
    // Before the link's own handler, which would already navigate.
    document.addEventListener("click", askHere, { capture: true });
    return () => {
      report(form, false);
      window.removeEventListener("beforeunload", askBrowser);
      document.removeEventListener("click", askHere, { capture: true });
    };
  }, [dirty, report, form]);

  return (
    <LeaveDialog
      open={destination !== null}
      onStay={() => setDestination(null)}
      onLeave={() => destination && router.push(destination)}
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
      text="What you changed here has not been saved."
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
