"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useContractResolver } from "@/components/feedback/use-contract-resolver";
import { useSendConfirmation } from "@/components/settings/email-state";
import { peopleKeys } from "@/components/settings/people/queries";
import { profileQuery } from "@/components/settings/queries";
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

/** How often is asked whether the own address was confirmed, in this tab or another. */
const CONFIRMED_POLL_MS = 3_000;

const load = () => import("@/lib/contracts/people").then(({ inviteForm }) => inviteForm);

/** Asks whom to invite, and as what. While the own address isn't confirmed, the form waits for that, then it is sent. */
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
  const [isWaiting, setWaiting] = useState(false);
  const { data: profile } = useQuery({
    ...profileQuery,
    refetchInterval: ({ state }) =>
      state.data && !state.data.email_confirmed ? CONFIRMED_POLL_MS : false,
  });
  const isUnconfirmed = profile?.email_confirmed === false;
  const confirmation = useSendConfirmation();
  const submit = form.handleSubmit((body) => {
    if (isUnconfirmed) setWaiting(true);
    else send.mutate(body);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the confirmation has come
  useEffect(() => {
    if (!isWaiting || isUnconfirmed) return;
    setWaiting(false);
    void submit();
  }, [isWaiting, isUnconfirmed]);
  return (
    <TaskDialog
      title="Invite someone"
      description="They get an email with a link that works once, for seven days, with or without an account."
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
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
        {isUnconfirmed && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-muted px-3 py-2 text-caption">
            <p role="status" className="min-w-0 flex-1 basis-56 text-pretty wrap-anywhere">
              {isWaiting
                ? `The invitation is sent once ${profile.email} is confirmed.`
                : `Confirm your own address first: open the link in the mail to ${profile.email}.`}
            </p>
            <Button
              variant="outline"
              size="sm"
              loading={confirmation.isPending}
              onClick={() => confirmation.mutate()}
            >
              {profile.unconfirmed_email === null ? "Send link" : "Resend"}
            </Button>
          </div>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending || isWaiting}>
            Send invitation
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}
