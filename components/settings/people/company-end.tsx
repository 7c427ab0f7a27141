"use client";

import { useEffect, useRef, useState } from "react";
import { DeleteCompanyDialog } from "@/components/settings/people/delete-company-dialog";
import { HandOverDialog } from "@/components/settings/people/hand-over-dialog";
import { LeaveCompanyDialog } from "@/components/settings/people/leave-company-dialog";
import { Setting } from "@/components/settings/setting";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { OwnCompany } from "@/lib/contracts/companies";
import type { Member } from "@/lib/contracts/people";

type Way = "hand-over" | "leave" | "delete";

const DESTRUCTIVE = "shrink-0 text-destructive hover:text-destructive";

/** The ways out of a company: for its owner, for a member, and for all. */
export function CompanyEnd({ company, members }: { company: OwnCompany; members: Member[] }) {
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
    <Card className="max-w-2xl">
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
            hint="Permanently deletes its books here, for all its members. Posted deposits stay in QuickBooks."
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
