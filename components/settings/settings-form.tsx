"use client";

import { type FormEventHandler, type ReactNode, type Ref, useId } from "react";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { cn } from "@/lib/cn";
import { counted } from "@/lib/counted";

interface SettingsFormProps {
  ref?: Ref<HTMLFormElement>;
  /** How many settings are changed. */
  changes: number;
  saving: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onDiscard: () => void;
  children: ReactNode;
}

/** Settings that are saved together, by a bar that stays in view while something is changed; leaving asks first. */
export function SettingsForm({
  ref,
  changes,
  saving,
  onSubmit,
  onDiscard,
  children,
}: SettingsFormProps) {
  const isDirty = changes > 0;
  return (
    <form
      ref={ref}
      noValidate
      // What gets the focus isn't covered by the bar.
      className="grid min-w-0 gap-6 [&_:is(input,select,button)]:scroll-mb-24"
      onSubmit={onSubmit}
    >
      {children}
      <div
        className={cn(
          "flex items-center gap-1 rounded-lg border bg-popover px-4 py-3 sm:gap-3 sm:px-6",
          isDirty && "sticky bottom-3 z-20 shadow-float",
        )}
      >
        <p
          role="status"
          className={cn("flex-1 text-sm text-balance", !isDirty && "text-muted-foreground")}
        >
          {isDirty ? counted(changes, "unsaved change") : "No unsaved changes"}
        </p>
        {isDirty && (
          <Button variant="ghost" onClick={onDiscard} disabled={saving}>
            Discard
          </Button>
        )}
        <Button type="submit" disabled={!isDirty} loading={saving}>
          {saving ? "Saving..." : "Save Changes"}
        </Button>
      </div>
      <UnsavedChanges dirty={isDirty && !saving} />
    </form>
  );
}

interface ProofFooterProps {
  action: string;
  destructive?: boolean | undefined;
  /** The proof is on its way. */
  loading: boolean;
  onCancel: () => void;
}

/** Cancel, and the button that sends the user's proof of identity. */
export function ProofFooter({ action, destructive, loading, onCancel }: ProofFooterProps) {
  return (
    <DialogFooter>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant={destructive ? "destructive" : "default"} loading={loading}>
        {action}
      </Button>
    </DialogFooter>
  );
}

/** One setting in a line: its name and what it changes at the left, its control at the right. */
export function Setting({
  label,
  hint,
  children,
}: {
  label: string;
  hint: ReactNode;
  children: (control: { id: string; "aria-describedby": string }) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-0.5">
        <Label htmlFor={id}>{label}</Label>
        <p id={hintId} className="text-caption text-pretty text-muted-foreground">
          {hint}
        </p>
      </div>
      {children({ id, "aria-describedby": hintId })}
    </div>
  );
}
