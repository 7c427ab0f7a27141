import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { ignoreHeldKey } from "@/components/feedback/confirm-dialog";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

/** A dialog that asks for one setting. */
export function SettingDialog({
  title,
  description,
  settings: { data, error, refetch },
  failed,
  action,
  canSave,
  proposes,
  saving,
  onSave,
  onClose,
  children,
}: {
  title: string;
  /** What the setting changes. */
  description: string;
  settings: Pick<UseQueryResult, "data" | "error" | "refetch">;
  /** "Couldn't load the accounts" */
  failed: string;
  action: string;
  canSave: boolean;
  /** Something is there to be taken: Enter does, as soon as it is. */
  proposes: boolean;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
  /** The control, once the settings are loaded. */
  children: ReactNode;
}) {
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (proposes) submit.current?.focus();
  }, [proposes]);
  return (
    <TaskDialog title={title} description={description} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {data !== undefined && children}
        {data === undefined && !error && <Skeleton className="h-24" />}
        {data === undefined && error && (
          <ErrorState headingLevel="h3" title={failed} error={error} onRetry={() => refetch()} />
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            ref={submit}
            type="submit"
            disabled={!canSave}
            loading={saving}
            onKeyDown={ignoreHeldKey}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}
