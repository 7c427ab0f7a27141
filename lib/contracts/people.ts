import { email } from "@/lib/contracts/accounts";
import { instant, messageResponse, rowId, storedId } from "@/lib/contracts/common";
import { role } from "@/lib/contracts/companies";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * A member of the company.
 * @schema Member
 */
const member = z.object({
  user_id: storedId,
  username: z.string(),
  /** Full name; empty when the user gave none. */
  name: z.string(),
  /** The member's email address. */
  email: z.string(),
  role,
  /** When they joined the company. */
  joined_at: instant,
  /** Whether it is the user of this call. */
  you: z.boolean(),
});
export type Member = z.infer<typeof member>;

/**
 * An invitation that wasn't accepted yet.
 * @schema Invitation
 */
const invitation = z.object({
  /** The invitation's id. */
  id: storedId,
  /** The address it was mailed to. */
  email: z.string(),
  /** What the invited person will be. */
  role,
  /** Who invited: a username. */
  invited_by: z.string(),
  /** When its link stops working. */
  expires_at: instant,
  /** Whether its link has stopped working. */
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** Owners come first. */
export const peopleList = defineEndpoint({
  method: "GET",
  path: "/people/",
  summary: "List members and open invitations",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** Owners first. */
    members: z.array(member),
    /** Open ones. */
    invitations: z.array(invitation),
  }),
});
export type People = z.infer<typeof peopleList.response>;

export const inviteForm = z.object({
  /** The email address to invite. */
  email: email.meta({ examples: ["sam@example.com"] }),
  /** What the invited person will be. */
  role,
});

/** It is valid for seven days and once, in place of an earlier one. Only owners invite owners. */
export const invite = defineEndpoint({
  method: "POST",
  path: "/people/invite/",
  summary: "Mail an invitation",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: ["already_done", "confirm_email_first", "forbidden", "not_found", "role_too_low"],
  body: inviteForm,
  response: messageResponse.extend({ invitation_id: storedId }),
});

const oneInvitation = z.object({ invitation_id: rowId });

/** It is valid for seven days; its earlier link stops working. */
export const resendInvitation = defineEndpoint({
  method: "POST",
  path: "/people/resend/",
  summary: "Mail an invitation again",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: ["confirm_email_first", "forbidden", "not_found", "role_too_low"],
  body: oneInvitation,
  response: messageResponse,
});

/** Its link stops working. Only owners withdraw an owner's. */
export const revokeInvitation = defineEndpoint({
  method: "POST",
  path: "/people/revoke/",
  summary: "Withdraw an invitation",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: ["forbidden", "not_found", "role_too_low"],
  body: oneInvitation,
  response: messageResponse,
});

const oneMember = z.object({ user_id: rowId });

/** Only owners make and change owners. */
export const changeRole = defineEndpoint({
  method: "PUT",
  path: "/people/role/",
  summary: "Change a member's role",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: ["forbidden", "last_owner", "not_found", "role_too_low"],
  body: oneMember.extend({ role }),
  response: messageResponse,
});

/** Ends the membership, with its sessions and open pages. Only owners remove owners. */
export const removeMember = defineEndpoint({
  method: "POST",
  path: "/people/remove/",
  summary: "Remove a member",
  access: "session",
  role: "admin",
  apiTokens: false,
  problems: ["forbidden", "last_owner", "not_found", "role_too_low", "wrong_step"],
  body: oneMember,
  response: messageResponse,
});

export const handOver = defineEndpoint({
  method: "POST",
  path: "/people/hand-over/",
  summary: "Make another member owner, and yourself admin",
  access: "session",
  role: "owner",
  apiTokens: false,
  problems: ["already_done", "forbidden", "not_found", "role_too_low"],
  body: oneMember,
  response: messageResponse,
});
