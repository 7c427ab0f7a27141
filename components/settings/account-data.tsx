"use client";

import { useState } from "react";
import { Allowed } from "@/components/session/allowed";
import { DeleteAccountDialog } from "@/components/settings/delete-account-dialog";
import { ExportDataButton } from "@/components/settings/export-data-button";
import { Setting } from "@/components/settings/setting";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";

/** What can be done with everything at once: taken along, or deleted. */
export function AccountData({ hasPassword }: { hasPassword: boolean }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Card className="max-w-2xl">
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
            hint="Permanently deletes your account and company data here. Posted deposits stay in QuickBooks."
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
