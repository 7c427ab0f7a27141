"use client";

import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { readToken } from "@/lib/session-store";

/** The last minute before an idle page signs itself out; null: nobody has to be warned. */
export default function IdleWarning({
  secondsLeft,
  onStay,
  onLeave,
}: {
  secondsLeft: number | null;
  onStay: () => void;
  onLeave: () => void;
}) {
  const unit = secondsLeft === 1 ? "second" : "seconds";
  return (
    <AlertDialog
      open={secondsLeft !== null}
      onOpenChange={(open) => {
        // Escape stays too; after "Sign out now" there is nothing to stay in.
        if (!open && readToken() !== null) onStay();
      }}
    >
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Are you still there?</AlertDialogTitle>
          <AlertDialogDescription>
            You are signed out in{" "}
            <span className="tabular-nums">
              {secondsLeft ?? 0} {unit}
            </span>
            . What is not saved is lost.
          </AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel onClick={onLeave}>Sign out now</AlertDialogCancel>
          <AlertDialogAction>Stay signed in</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
