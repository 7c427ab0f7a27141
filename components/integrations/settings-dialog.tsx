"use client";

import { type FormEvent, type ReactNode, useCallback, useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { ErrorState } from "@/components/feedback/error-state";
import { useAskBeforeBack, useAskBeforeUnload } from "@/components/feedback/use-ask-before-unload";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";

interface SettingsDialogProps {
  title: string;
  /** What the choice changes. */
  description: string;
  loading: boolean;
  /** What kept the settings from loading. */
  error?: Error | null;
  onRetry?: () => void;
  dirty: boolean;
  /** Something was preselected that is not saved yet: it can be saved, and closed without a question. */
  proposes?: boolean;
  /** Whether closing asks first; default: when there is something to save. */
  guarded?: boolean;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Settings of one provider, saved on the button; changes that are not saved are guarded. */
export function SettingsDialog(props: SettingsDialogProps) {
  /** Closing was asked for; with a way to go on, by the browser's Back. */
  const [leaving, setLeaving] = useState<{ goOn?: () => void } | null>(null);
  const { guarded = props.dirty } = props;
  useAskBeforeUnload(guarded);
  useAskBeforeBack(
    guarded,
    useCallback((goOn) => setLeaving({ goOn }), []),
  );
  const close = () => (guarded ? setLeaving({}) : props.onClose());
  const discard = () => {
    props.onClose();
    leaving?.goOn?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave();
  };

  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent aria-busy={props.loading || undefined}>
        <DialogHeader>
          <DialogTitle>{props.title}</DialogTitle>
          <DialogDescription>{props.description}</DialogDescription>
        </DialogHeader>
        <form noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <Content {...props} />
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={!(props.dirty || props.proposes) || props.loading || Boolean(props.error)}
              loading={props.saving}
            >
              Save
            </Button>
          </DialogFooter>
        </form>
        <DiscardDialog
          open={leaving !== null}
          onOpenChange={(open) => !open && setLeaving(null)}
          onDiscard={discard}
        />
      </DialogContent>
    </Dialog>
  );
}

function Content({ loading, error, onRetry, children }: SettingsDialogProps) {
  if (loading) {
    return (
      <p role="status" className="flex min-h-24 items-center gap-2 text-muted-foreground">
        <Spinner /> Loading settings...
      </p>
    );
  }
  if (error) {
    return (
      <ErrorState
        headingLevel="h3"
        title="Couldn't load the settings"
        description={error.message}
        error={error}
        onRetry={onRetry}
        className="px-0 py-2"
      />
    );
  }
  return children;
}

function DiscardDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  const { onDiscard, ...state } = props;
  return (
    <ConfirmDialog
      title="Discard your changes?"
      text="Your changes haven't been saved."
      cancel="Keep editing"
      action="Discard"
      destructive
      onConfirm={onDiscard}
      {...state}
    />
  );
}
