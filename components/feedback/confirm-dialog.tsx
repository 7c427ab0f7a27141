import type { ReactNode } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog";

interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** What it happens to, below the text. */
  children?: ReactNode;
  action: string;
  cancel?: string;
  destructive?: boolean;
  onConfirm: () => void;
  /** The button that opens it; without one, `open` does. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** Explains an action and lets the user cancel. */
export function ConfirmDialog({
  title,
  text,
  children,
  action,
  cancel = "Cancel",
  destructive = false,
  onConfirm,
  trigger,
  ...state
}: ConfirmDialogProps) {
  return (
    <AlertDialog {...state}>
      {trigger && <AlertDialogTrigger asChild>{trigger}</AlertDialogTrigger>}
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </AlertDialogHeader>
        {children}
        <AlertDialogFooter>
          <AlertDialogCancel>{cancel}</AlertDialogCancel>
          <AlertDialogAction variant={destructive ? "destructive" : "default"} onClick={onConfirm}>
            {action}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
