import { useRef } from "react";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { ListRow } from "@/components/settings/list-card";
import { peopleKeys } from "@/components/settings/people/queries";
import { ROLE_NAMES, rolesToGive } from "@/components/settings/roles-to-give";
import { useListChange } from "@/components/settings/use-list-change";
import { Badge } from "@/components/ui/badge";
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
  const remove = useListChange(peopleKeys, `Couldn't remove ${name}`, () =>
    call("POST /people/remove/", { body: { user_id } }),
  );
  const change = useListChange(peopleKeys, "Couldn't change the role", (to: Role) =>
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
    <ListRow name={name} badge={you && <Badge variant="success">You</Badge>} facts={email}>
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
          <ConfirmButton
            size="sm"
            aria-label={`Remove ${name}`}
            label="Remove"
            title={`Remove ${name}?`}
            text="Their open pages stop and they're signed out of this company at once. Their API tokens end too. Their actions stay in the history."
            destructive
            loading={remove.isPending}
            onConfirm={() => remove.mutate(undefined)}
          />
        )}
      </div>
    </ListRow>
  );
}
