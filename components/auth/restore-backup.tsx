"use client";

import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { useAskBeforeUnload } from "@/components/feedback/use-ask-before-unload";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { RestoreProgress } from "@/lib/contracts/first-restore";
import { Notice } from "./auth-card";
import { BackupField, SecretField } from "./backup-fields";
import { RestoreCard } from "./restore-by-command";
import { sendBackup } from "./send-backup";

/** Restores a backup in place of the first account, with its progress until sign-in works. */
export function RestoreBackup() {
  const [file, setFile] = useState<File | null>(null);
  const [secret, setSecret] = useState("");
  const [progress, setProgress] = useState<RestoreProgress | null>(null);
  const restore = useMutation({
    mutationFn: async (chosen: File) => {
      const ended = await sendBackup(chosen, secret, setProgress);
      if (ended.phase === "failed") throw new Error(ended.error);
      return ended;
    },
    onSettled: () => setProgress(null),
  });
  useAskBeforeUnload(restore.isPending);
  if (restore.data) return <Done restored={restore.data} />;
  if (restore.isPending) return <UnderWay progress={progress ?? begun(restore.variables)} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) restore.mutate(file);
  };
  return (
    <RestoreCard>
      <form onSubmit={submit} className="grid gap-5">
        {restore.error && (
          <Notice>
            {restore.error.message} This installation is still empty: you can try again.
          </Notice>
        )}
        <p className="text-pretty">
          A backup brings its companies, users, deposits and settings. You then sign in with an
          account of that installation.
        </p>
        <BackupField file={file} onChoose={setFile} />
        <SecretField secret={secret} onChange={setSecret} />
        <Button type="submit" disabled={!file}>
          Restore
        </Button>
      </form>
    </RestoreCard>
  );
}

const PHASES: Record<RestoreProgress["phase"], string> = {
  uploading: "Uploading the backup",
  waiting: "Stopping the product",
  restoring: "Restoring",
  starting: "Starting the product",
  done: "Done",
  failed: "Failed",
};

type Shown = Pick<RestoreProgress, "phase" | "size" | "received" | "step">;

const begun = ({ size }: File): Shown => ({ phase: "uploading", size, received: 0, step: "" });

function UnderWay({ progress: { phase, size, received, step } }: { progress: Shown }) {
  const isUploading = phase === "uploading";
  return (
    <RestoreCard isUnderWay>
      <div className="grid gap-4">
        <p role="status" className="font-medium">
          {PHASES[phase]}
        </p>
        <Progress
          aria-label={PHASES[phase]}
          value={isUploading ? Math.floor((received / size) * 100) : null}
        />
        <p className="min-h-5 text-caption break-words text-muted-foreground tabular-nums">
          {isUploading ? `${inMegabytes(received)} of ${inMegabytes(size)} MB` : step}
        </p>
        <p className="text-caption text-muted-foreground">Keep this page open until it is done.</p>
      </div>
    </RestoreCard>
  );
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 2 });
}

const KEYS: Record<RestoreProgress["key"], string> = {
  fits: "The key matches: providers stay connected.",
  taken: "The key that you sent matches and is in use from now on: providers stay connected.",
  to_set:
    "The key that you sent matches, but this installation has another one in its settings: set APP_SECRET to the one that you sent, then restart.",
  missing:
    "The key doesn't match, so the access to providers can't be opened. Put the app-secret file or the APP_SECRET of that installation in place and restart. Without it, connect the providers again, and sign in with recovery codes where two-factor is on.",
};

function Done({ restored: { counts, key } }: { restored: RestoreProgress }) {
  const isFine = key === "fits" || key === "taken";
  return (
    <RestoreCard title="The backup is restored" isUnderWay>
      <div className="grid gap-4 text-pretty">
        <p role="status">Restored: {counts}.</p>
        {isFine ? <p>{KEYS[key]}</p> : <Notice>{KEYS[key]}</Notice>}
        <p>
          This copy is paused: it syncs, posts and mails nothing until an owner resumes it after
          signing in. Resume it only when the original no longer runs.
        </p>
        <Button asChild>
          <Link href="/login">Sign in</Link>
        </Button>
      </div>
    </RestoreCard>
  );
}
