"use client";

import { type ReactNode, useId } from "react";
import { UnsavedChanges } from "@/components/settings/unsaved-changes";
import { Button } from "@/components/ui/button";
import { CardFooter } from "@/components/ui/card";
import { DialogFooter } from "@/components/ui/dialog";
import { Label } from "@/components/ui/label";
import { cn } from "@/lib/cn";

interface SaveProps {
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
}

/** The end of a settings form; on phones it sticks to the screen's bottom while there is something to save. */
export function SaveFooter(save: SaveProps) {
  return (
    <CardFooter
      className={cn(
        "justify-end border-t bg-card pt-5 max-md:-mb-5 max-md:rounded-b-lg max-md:pb-5",
        save.dirty && "max-md:sticky max-md:bottom-0",
      )}
    >
      <SaveButtons {...save} />
    </CardFooter>
  );
}

/** Discard, and the button that saves the form around it; asks before changes are left. */
export function SaveButtons({ dirty, saving, onDiscard }: SaveProps) {
  return (
    <>
      {dirty && (
        <Button variant="ghost" onClick={onDiscard} disabled={saving}>
          Discard
        </Button>
      )}
      <Button type="submit" disabled={!dirty} loading={saving}>
        {saving ? "Saving..." : "Save Changes"}
      </Button>
      <UnsavedChanges dirty={dirty && !saving} />
    </>
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
