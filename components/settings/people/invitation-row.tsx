import { usePeopleChange } from "@/components/settings/people/queries";
import { ROLE_NAMES } from "@/components/settings/roles-to-give";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { call } from "@/lib/api";
import type { Invitation } from "@/lib/contracts/people";
import type { Role } from "@/lib/contracts/values/roles";

/** An open or expired invitation, to send again or withdraw. */
export function InvitationRow({ invitation, own }: { invitation: Invitation; own: Role }) {
  const { id: invitation_id, email, role, invited_by, expires_at, expired } = invitation;
  const resend = usePeopleChange("Couldn't send the invitation", () =>
    call("POST /people/resend/", { body: { invitation_id } }),
  );
  const revoke = usePeopleChange("Couldn't withdraw the invitation", () =>
    call("POST /people/revoke/", { body: { invitation_id } }),
  );
  return (
    <li
      tabIndex={-1}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm py-3"
    >
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-all">{email}</span>
          {expired && <Badge variant="warning">Expired</Badge>}
        </p>
        <p className="text-caption text-muted-foreground">
          {ROLE_NAMES[role]}, invited by {invited_by}
          {!expired && (
            <>
              {" "}
              · until <DateText date={expires_at.slice(0, 10)} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        {(role !== "owner" || own === "owner") && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Send the invitation of ${email} again`}
            loading={resend.isPending}
            onClick={() => resend.mutate(undefined)}
          >
            Send again
          </Button>
        )}
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
    </li>
  );
}
