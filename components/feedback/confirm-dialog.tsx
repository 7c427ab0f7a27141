import { type KeyboardEvent, type ReactNode, useRef } from "react";
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
  /** Enter confirms: for what is undone as easily. */
  enterConfirms?: boolean;
  onConfirm: () => void;
  /** The button that opens it; without one, `open` does. */
  trigger?: ReactNode;
  open?: boolean;
  defaultOpen?: boolean;
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
  enterConfirms = false,
  onConfirm,
  trigger,
  ...state
}: ConfirmDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog {...state}>
      {trigger && <AlertDialogTrigger asChild>{trigger}</AlertDialogTrigger>}
      <AlertDialogContent
        onOpenAutoFocus={(event) => {
          if (!enterConfirms) return;
          event.preventDefault();
          confirm.current?.focus();
        }}
      >
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </AlertDialogHeader>
        {children}
        <AlertDialogFooter>
          <AlertDialogCancel>{cancel}</AlertDialogCancel>
          <AlertDialogAction
            ref={confirm}
            variant={destructive ? "destructive" : "default"}
            onKeyDown={ignoreHeldKey}
            onClick={onConfirm}
          >
            {action}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** The key that opened a dialog doesn't answer it, however long it is held. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
