"use client";

import { Controller, useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { peopleKeys } from "@/components/settings/people/queries";
import { ROLE_NAMES, rolesToGive } from "@/components/settings/roles-to-give";
import { useListChange } from "@/components/settings/use-list-change";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { call } from "@/lib/api";
import { ROLE_ABILITIES, type Role } from "@/lib/constants/roles";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { invite } from "@/lib/contracts/people";

const load = () => import("@/lib/contracts/people").then(({ inviteForm }) => inviteForm);

/** Asks whom to invite, and as what. */
export function InviteDialog({ own, onClose }: { own: Role; onClose: () => void }) {
  const send = useListChange(
    peopleKeys,
    "Couldn't send the invitation",
    (body: BodyOf<typeof invite>) => call("POST /people/invite/", { body }),
    onClose,
  );
  const form = useForm({
    resolver: useContractResolver(load),
    defaultValues: { email: "", role: "bookkeeper" as Role },
  });
  const { errors } = form.formState;
  return (
    <TaskDialog
      title="Invite someone"
      description="They get an email with a link that works once, for seven days, with or without an account."
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((body) => send.mutate(body))}
      >
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input type="email" autoComplete="off" {...control} {...form.register("email")} />
          )}
        </Field>
        <Field label="Role" hint={ROLE_ABILITIES[form.watch("role")]}>
          {(control) => (
            <Controller
              name="role"
              control={form.control}
              render={({ field }) => (
                <NativeSelect {...control} {...field}>
                  {rolesToGive(own).map((role) => (
                    <option key={role} value={role}>
                      {ROLE_NAMES[role]}
                    </option>
                  ))}
                </NativeSelect>
              )}
            />
          )}
        </Field>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send invitation
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}
