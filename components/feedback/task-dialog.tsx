"use client";

import { type ReactNode, type RefObject, useState } from "react";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";

/** A dialog with text and a form; a click outside doesn't close it. It is mounted when it opens. */
export function TaskDialog({
  title,
  description,
  onClose,
  className,
  initialFocus,
  children,
}: {
  title: string;
  description: ReactNode;
  onClose: () => void;
  className?: string;
  /** What has the focus first; otherwise what comes first. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  // It has no trigger to return the focus to.
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <DialogContent
        className={className}
        onOpenAutoFocus={(event) => {
          if (!initialFocus?.current) return;
          event.preventDefault();
          initialFocus.current.focus();
        }}
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          // Closes the open list of a search field first.
          if (document.activeElement?.matches("[role=combobox][aria-expanded=true]")) {
            event.preventDefault();
          }
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener instanceof HTMLElement) opener.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription className="text-pretty">{description}</DialogDescription>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  );
}
