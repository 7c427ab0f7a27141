"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";

/** Asks before a form with changes is left, by one of our links or by closing the page. */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  const router = useRouter();
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
    window.addEventListener("beforeunload", askBrowser);
    // Before the link's own handler, which would already navigate.
    document.addEventListener("click", askHere, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", askBrowser);
      document.removeEventListener("click", askHere, { capture: true });
    };
  }, [dirty]);

  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="What you changed here has not been saved."
      cancel="Keep editing"
      action="Leave"
      open={destination !== null}
      onOpenChange={(open) => {
        if (!open) setDestination(null);
      }}
      onConfirm={() => destination && router.push(destination)}
    />
  );
}
