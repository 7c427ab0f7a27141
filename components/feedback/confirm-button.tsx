import type { ComponentProps, ReactNode } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";

/** A button whose action runs only after a dialog has stated its effect and the user has confirmed. */
export function ConfirmButton({
  label,
  title,
  text,
  destructive = false,
  onConfirm,
  className,
  ...button
}: {
  label: string;
  title: string;
  text: ReactNode;
  destructive?: boolean;
  onConfirm: () => void;
} & Omit<ComponentProps<typeof Button>, "title" | "children" | "asChild">) {
  return (
    <ConfirmDialog
      title={title}
      text={text}
      action={label}
      destructive={destructive}
      onConfirm={onConfirm}
      trigger={
        <Button
          variant="outline"
          className={cn(destructive && "text-destructive hover:text-destructive", className)}
          {...button}
        >
          {label}
        </Button>
      }
    />
  );
}
