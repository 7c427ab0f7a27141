"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toastFailure } from "@/components/settings/toast-failure";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { callForFile } from "@/lib/api";
import { dateInZone } from "@/lib/dates";

const TIMEOUT_MS = 600_000;

/** Saves everything that is stored about the company, as a file that any program can read. */
export function ExportDataButton(control: { id: string; "aria-describedby": string }) {
  const save = useMutation({
    mutationFn: () => callForFile("GET /settings/export/", { timeoutMs: TIMEOUT_MS }),
    onSuccess: (file) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      saveFile(file, `deposit-matcher-${dateInZone(new Date(), timeZone)}.ndjson`);
    },
    onError: (error) => toastFailure("Couldn't export your data", error),
  });
  return (
    <Button
      {...control}
      // Its label in the line is shorter than what it says.
      aria-label="Export all data"
      variant="outline"
      size="sm"
      className="shrink-0"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {!save.isPending && <Download aria-hidden="true" />}
      Export all data
    </Button>
  );
}
