"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { DeleteCompanyDialog } from "@/components/settings/people/delete-company-dialog";
import { toastFailure } from "@/components/settings/queries";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { ProofFooter, Setting } from "@/components/settings/settings-form";
import { useListChange } from "@/components/settings/use-list-change";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { call } from "@/lib/api";
import type { OwnCompany } from "@/lib/contracts/companies";
import type { Member } from "@/lib/contracts/people";
import { openCompany } from "@/lib/tab-company";
import { isNameOf, NameField } from "./name-field";
import { peopleKeys } from "./queries";

type Way = "hand-over" | "leave" | "delete";

const DESTRUCTIVE = "shrink-0 text-destructive hover:text-destructive";

/** The ways out of a company: for its owner, for a member, and for all. */
export function CompanyEnd({ company, members }: { company: OwnCompany; members: Member[] }) {
  const ledger = useLedger();
  const [open, setOpen] = useState<Way | null>(null);
  const close = () => setOpen(null);
  const isOwner = company.role === "owner";
  const isOnlyOwner = isOwner && members.filter(({ role }) => role === "owner").length === 1;
  const others = members.filter(({ you }) => !you);
  const leave = useRef<HTMLButtonElement>(null);
  const canHandOver = isOwner && others.length > 0;
  const handedOver = useRef(false);
  useEffect(() => {
    if (canHandOver) return;
    // The dialog gave the focus back to a button that goes with the ownership. Where it goes for another reason,
    // Enter may be meant for another control: it must not press Leave.
    if (handedOver.current && document.activeElement === document.body) leave.current?.focus();
    handedOver.current = false;
  }, [canHandOver]);
  return (
    <Card>
      <CardHeader>
        <CardTitle>This company</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {canHandOver && (
          <Setting label="Hand over ownership" hint="Makes another member owner, and you an admin.">
            {(control) => (
              <Button
                {...control}
                variant="outline"
                size="sm"
                className="shrink-0"
                onClick={() => setOpen("hand-over")}
              >
                Hand over
              </Button>
            )}
          </Setting>
        )}
        <Setting
          label="Leave"
          hint={
            isOnlyOwner
              ? "You are the only owner. Make another member an owner first, or delete the company."
              : "You lose access to this company. Your account and your other companies stay."
          }
        >
          {(control) => (
            <Button
              {...control}
              ref={leave}
              variant="outline"
              size="sm"
              className={DESTRUCTIVE}
              disabled={isOnlyOwner}
              onClick={() => setOpen("leave")}
            >
              Leave
            </Button>
          )}
        </Setting>
        {isOwner && (
          <Setting
            label="Delete company"
            hint={`Permanently deletes its books here, for all its members. Posted deposits stay in ${ledger.name}.`}
          >
            {(control) => (
              <Button
                {...control}
                variant="outline"
                size="sm"
                className={DESTRUCTIVE}
                onClick={() => setOpen("delete")}
              >
                Delete company
              </Button>
            )}
          </Setting>
        )}
      </CardContent>
      {open === "hand-over" && (
        <HandOverDialog
          members={others}
          onClose={close}
          onDone={() => {
            handedOver.current = true;
            close();
          }}
        />
      )}
      {open === "leave" && <LeaveCompanyDialog name={company.name} onClose={close} />}
      {open === "delete" && <DeleteCompanyDialog name={company.name} onClose={close} />}
    </Card>
  );
}

/** Asks for the company's name, and continues in another one. */
function LeaveCompanyDialog({ name, onClose }: { name: string; onClose: () => void }) {
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

/** Asks who is to own the company. */
function HandOverDialog({
  members,
  onClose,
  onDone,
}: {
  members: Member[];
  onClose: () => void;
  onDone: () => void;
}) {
  const [chosen, setChosen] = useState(members[0]?.user_id ?? 0);
  const handOver = useListChange(
    peopleKeys,
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
