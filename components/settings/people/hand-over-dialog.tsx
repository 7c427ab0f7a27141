"use client";

import { useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { usePeopleChange } from "@/components/settings/people/queries";
import { ProofFooter } from "@/components/settings/proof-footer";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { call } from "@/lib/api";
import type { Member } from "@/lib/contracts/people";

/** Asks who is to own the company. */
export function HandOverDialog({
  members,
  onClose,
  onDone,
}: {
  members: Member[];
  onClose: () => void;
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(members[0]?.user_id ?? 0);
  const handOver = usePeopleChange(
    "Couldn't hand over the company",
    () => call("POST /people/hand-over/", { body: { user_id: chosen } }),
    onDone,
  );
  return (
    <TaskDialog
      title="Hand over ownership?"
      description="The new owner can do everything, also remove you. You stay as an admin."
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          handOver.mutate(undefined);
        }}
      >
        <Field label="New owner">
          {(control) => (
            <NativeSelect
              {...control}
              value={chosen}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {members.map(({ user_id, name, username, role }) => (
                <option key={user_id} value={user_id}>
                  {name || username} ({ROLE_NAMES[role]})
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <ProofFooter action="Hand over" loading={handOver.isPending} onCancel={onClose} />
      </form>
    </TaskDialog>
  );
}
