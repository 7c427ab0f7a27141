import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { Allowed } from "@/components/session/allowed";
import { timeAgo } from "@/lib/time-ago";

/** What a batch did, when, and its state now; bookkeepers undo the rest of it together. */
export function RunLine({
  did,
  at,
  became,
  undo,
  progress = null,
}: {
  /** "42 deposits matched automatically" */
  did: string;
  at: string;
  /** "1 undone" */
  became: string[];
  /** Null when nothing is left to undo. */
  undo: { title: string; text: string; isPending: boolean; onConfirm: () => void } | null;
  /** Replaces the words while the run is undone. */
  progress?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {progress ?? (
        <p className="min-w-0 text-sm tabular-nums">
          {did}
          <span className="block text-caption text-muted-foreground">
            {[timeAgo(at, new Date()), ...became].join(" · ")}
          </span>
        </p>
      )}
      {undo && (
        <Allowed to="bookkeeper">
          <ConfirmButton
            label="Undo this run"
            title={undo.title}
            text={undo.text}
            disabled={undo.isPending}
            onConfirm={undo.onConfirm}
          />
        </Allowed>
      )}
    </div>
  );
}
