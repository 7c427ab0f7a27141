"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { isNameOf, NameField } from "@/components/settings/people/name-field";
import { toastFailure } from "@/components/settings/toast-failure";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { call } from "@/lib/api";
import { openCompany } from "@/lib/tab-company";

/** Asks for the company's name, and continues in another one. */
export function LeaveCompanyDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const leave = useMutation({
    mutationFn: () => call("POST /companies/leave/", { body: { company_name: typed } }),
    onSuccess: ({ company_id }) => openCompany(company_id),
    onError: (error) => toastFailure("Couldn't leave the company", error),
  });
  return (
    <TaskDialog
      title={`Leave ${name}?`}
      description="To come back you need a new invitation. API tokens that you made for it end. If this is your only company, you get an empty one of your own."
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          leave.mutate();
        }}
      >
        <NameField company={name} value={typed} onChange={setTyped} />
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="destructive"
            disabled={!isNameOf(name, typed)}
            loading={leave.isPending}
          >
            Leave
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}
