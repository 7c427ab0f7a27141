"use client";

import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Integration } from "@/lib/contracts/integrations";
import { useRename } from "./file-queries";

/** The name that a processor by file has in lists. */
export function RenameSource({ source, onClose }: { source: Integration; onClose: () => void }) {
  const [name, setName] = useState(source.display_name);
  const rename = useRename(onClose);
  const wanted = name.trim();
  return (
    <TaskDialog
      title={`Rename ${source.display_name}`}
      description="Its payouts show the new name, imported ones too."
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ connection_id: source.id, name: wanted });
        }}
      >
        <Field label="Name" error={rename.error?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={wanted === "" || wanted === source.display_name}
            loading={rename.isPending}
          >
            Rename
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}
