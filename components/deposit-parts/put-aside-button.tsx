import { useState } from "react";
import { ConfirmOnDemand } from "@/components/feedback/confirm-on-demand";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { usePutAside } from "./existing-queries";

/** Marks payouts as booked elsewhere, with a note. */
export function PutAsideButton({
  ids,
  size = "default",
  variant = "outline",
  className,
  marks,
  onDone,
}: {
  ids: number[];
  size?: "default" | "sm";
  variant?: "default" | "outline" | "ghost" | "link";
  className?: string;
  /** Attributes of the button. */
  marks?: Record<string, string>;
  onDone?: () => void;
}) {
  const [note, setNote] = useState("");
  const putAside = usePutAside(() => {
    setNote("");
    onDone?.();
  });
  return (
    <ConfirmOnDemand
      enterConfirms
      title="Mark as booked elsewhere?"
      text={
        ids.length === 1
          ? "Removes this deposit from your to-do list. Nothing is posted, and you can undo it."
          : `Removes ${ids.length} deposits from your to-do list. Nothing is posted, and you can undo it.`
      }
      action="Mark as booked elsewhere"
      onConfirm={() => putAside.mutate({ deposit_ids: ids, note })}
      trigger={
        <Button
          variant={variant}
          size={size}
          className={className}
          loading={putAside.isPending}
          {...marks}
        >
          Mark as booked elsewhere
        </Button>
      }
    >
      <Field label="Note (optional)">
        {(control) => (
          <Textarea
            {...control}
            maxLength={500}
            placeholder="Recorded from the bank feed"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </ConfirmOnDemand>
  );
}
