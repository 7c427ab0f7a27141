"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { DeleteAccountDialog } from "@/components/settings/delete-account-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { useDayOf } from "@/components/ui/format-preferences";
import { saveFile } from "@/components/ui/save-file";
import { callForFile } from "@/lib/api";
import { toastFailure } from "./queries";
import { Setting } from "./settings-form";

/** What can be done with everything at once: taken along, or deleted. */
export function AccountData({ hasPassword }: { hasPassword: boolean }) {
  const ledger = useLedger();
  const [deleting, setDeleting] = useState(false);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Your data</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <Allowed to="admin">
          <Setting
            label="Export"
            hint="All your company's data in one file, without passwords or keys."
          >
            {(control) => <ExportDataButton {...control} />}
          </Setting>
        </Allowed>
        <div className="border-t pt-4">
          <Setting
            label="Delete account"
            hint={`Permanently deletes your account and company data here. Posted deposits stay in ${ledger.name}.`}
          >
            {(control) => (
              <Button
                {...control}
                variant="outline"
                size="sm"
                className="shrink-0 text-destructive hover:text-destructive"
                onClick={() => setDeleting(true)}
              >
                Delete account
              </Button>
            )}
          </Setting>
        </div>
      </CardContent>
      {deleting && (
        <DeleteAccountDialog hasPassword={hasPassword} onClose={() => setDeleting(false)} />
      )}
    </Card>
  );
}

const TIMEOUT_MS = 600_000;

/** Saves everything that is stored about the company, as a file that any program can read. */
function ExportDataButton(control: { id: string; "aria-describedby": string }) {
  const dayOf = useDayOf();
  const save = useMutation({
    mutationFn: () => callForFile("GET /settings/export/", { timeoutMs: TIMEOUT_MS }),
    onSuccess: (file) => saveFile(file, `deposit-matcher-${dayOf(new Date())}.ndjson`),
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
