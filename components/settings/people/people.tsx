"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useOwnCompany } from "@/components/session/companies";
import { ApiTokens } from "@/components/settings/api-tokens/api-tokens";
import { ListCard, ListRow } from "@/components/settings/list-card";
import { CompanyEnd } from "@/components/settings/people/company-end";
import { InviteDialog } from "@/components/settings/people/invite-dialog";
import { MemberRow } from "@/components/settings/people/member-row";
import { peopleKeys, peopleQuery, usePeopleChanging } from "@/components/settings/people/queries";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { useListChange } from "@/components/settings/use-list-change";
import { useRowFocus } from "@/components/settings/use-row-focus";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DayText } from "@/components/ui/date-text";
import { call } from "@/lib/api";
import { hasRole, type Role } from "@/lib/constants/roles";
import type { Invitation, People as PeopleOf } from "@/lib/contracts/people";

/** Who works on the company's books, who is invited to, and the ways out. */
export function People() {
  const { data, error, refetch } = useQuery(peopleQuery);
  const company = useOwnCompany();
  const invite = useRef<HTMLButtonElement>(null);
  if (!data || !company) {
    return <SettingsLoading rows={["member", "role"]} error={error} onRetry={refetch} />;
  }
  const own = data.members.find(({ you }) => you)?.role ?? company.role;
  return (
    <div className="grid gap-6">
      <Members people={data} own={own} invite={invite} />
      {hasRole(own, "admin") && <Invitations people={data} own={own} invite={invite} />}
      {hasRole(own, "admin") && <ApiTokens />}
      <CompanyEnd company={{ ...company, role: own }} members={data.members} />
    </div>
  );
}

interface PartProps {
  people: PeopleOf;
  own: Role;
  invite: RefObject<HTMLButtonElement | null>;
}

function Members({ people: { members }, own, invite }: PartProps) {
  const list = useRowFocus(usePeopleChanging(), invite);
  const [inviting, setInviting] = useState(false);
  const owners = members.filter(({ role }) => role === "owner").length;
  const manages = hasRole(own, "admin");
  return (
    <>
      <ListCard
        {...list}
        title="People"
        description={
          manages
            ? "Who works on this company's books. A change of role takes effect at once."
            : "Who works on this company's books. Owners and admins can change it."
        }
        items={members}
        footer={
          manages && (
            <Button ref={invite} onClick={() => setInviting(true)}>
              <UserPlus aria-hidden="true" />
              Invite
            </Button>
          )
        }
      >
        {(member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            own={own}
            onlyOwner={member.role === "owner" && owners === 1}
          />
        )}
      </ListCard>
      {inviting && <InviteDialog own={own} onClose={() => setInviting(false)} />}
    </>
  );
}

function Invitations({ people: { invitations }, own, invite }: PartProps) {
  const list = useRowFocus(usePeopleChanging(), invite);
  if (invitations.length === 0) return null;
  return (
    <ListCard
      {...list}
      title="Invitations"
      description="Sent by email, and not accepted yet."
      items={invitations}
    >
      {(invitation) => <InvitationRow key={invitation.id} invitation={invitation} own={own} />}
    </ListCard>
  );
}

/** An open or expired invitation, to send again or withdraw. */
function InvitationRow({ invitation, own }: { invitation: Invitation; own: Role }) {
  const { id: invitation_id, email, role, invited_by, expires_at, expired } = invitation;
  const resend = useListChange(peopleKeys, "Couldn't send the invitation", () =>
    call("POST /people/resend/", { body: { invitation_id } }),
  );
  const revoke = useListChange(peopleKeys, "Couldn't withdraw the invitation", () =>
    call("POST /people/revoke/", { body: { invitation_id } }),
  );
  return (
    <ListRow
      name={email}
      badge={expired && <Badge variant="warning">Expired</Badge>}
      facts={
        <>
          {ROLE_NAMES[role]}, invited by {invited_by}
          {!expired && (
            <>
              {" "}
              · until <DayText at={expires_at} />
            </>
          )}
        </>
      }
    >
      {(role !== "owner" || own === "owner") && (
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={`Send the invitation of ${email} again`}
            loading={resend.isPending}
            onClick={() => resend.mutate(undefined)}
          >
            Send again
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Withdraw the invitation of ${email}`}
            loading={revoke.isPending}
            onClick={() => revoke.mutate(undefined)}
          >
            Withdraw
          </Button>
        </div>
      )}
    </ListRow>
  );
}
