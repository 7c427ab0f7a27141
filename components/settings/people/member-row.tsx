import { useRef } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { usePeopleChange } from "@/components/settings/people/queries";
import { ROLE_NAMES, rolesToGive } from "@/components/settings/roles-to-give";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { call } from "@/lib/api";
import { hasRole, type Role } from "@/lib/constants/roles";
import type { Member } from "@/lib/contracts/people";

/** A member with their role, which owners and admins change here. */
export function MemberRow({
  member,
  own,
  onlyOwner,
}: {
  member: Member;
  own: Role;
  /** The company can't be without them. */
  onlyOwner: boolean;
}) {
  const { user_id, username, email, role, you } = member;
  const name = member.name || username;
  const remove = usePeopleChange(`Couldn't remove ${name}`, () =>
    call("POST /people/remove/", { body: { user_id } }),
  );
  const change = usePeopleChange("Couldn't change the role", (to: Role) =>
    call("PUT /people/role/", { body: { user_id, role: to } }),
  );
  // Each letter typed into the closed select names the role again, the next one before this is drawn anew.
  const asked = useRef<Role>(undefined);
  const changeTo = (to: Role) => {
    if (to === (asked.current ?? role)) return;
    asked.current = to;
    change.mutate(to, {
      onSettled: () => {
        asked.current = undefined;
      },
    });
  };
  const mayManage = hasRole(own, "admin") && (role !== "owner" || own === "owner");
  const roles = rolesToGive(own).map((value) => ({ value, label: ROLE_NAMES[value] }));
  return (
    <li
      tabIndex={-1}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm py-3"
    >
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {you && <Badge variant="success">You</Badge>}
        </p>
        <p className="text-caption break-words text-muted-foreground">{email}</p>
      </div>
      <div className="flex items-center gap-2">
        {mayManage && !onlyOwner ? (
          <Choice
            aria-label={`Role of ${name}`}
            className="w-36"
            options={roles}
            value={role}
            onChange={changeTo}
          />
        ) : (
          <span className="px-3 text-sm text-muted-foreground">{ROLE_NAMES[role]}</span>
        )}
        {mayManage && !you && (
          <ConfirmDialog
            title={`Remove ${name}?`}
            text="Their open pages stop and they're signed out of this company at once. Their API tokens end too. Their actions stay in the history."
            action="Remove"
            destructive
            onConfirm={() => remove.mutate(undefined)}
            trigger={
              <Button
                variant="outline"
                size="sm"
                aria-label={`Remove ${name}`}
                loading={remove.isPending}
              >
                Remove
              </Button>
            }
          />
        )}
      </div>
    </li>
  );
}
