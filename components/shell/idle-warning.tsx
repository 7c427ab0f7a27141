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

/** Open while seconds are left. Whatever closes it stays, Escape too, but for "Sign out now". */
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
    <AlertDialog open={secondsLeft !== null} onOpenChange={(open) => !open && onStay()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>Are you still there?</AlertDialogTitle>
          <AlertDialogDescription>
            You'll be signed out in{" "}
            <span className="tabular-nums">
              {secondsLeft ?? 0} {unit}
            </span>
            . Unsaved changes will be lost.
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
