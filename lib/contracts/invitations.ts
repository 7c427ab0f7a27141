import {
  DIFFERENT_PASSWORDS,
  registrationFields,
  samePasswords,
  signedIn,
} from "@/lib/contracts/accounts";
import { messageResponse } from "@/lib/contracts/common";
import { ownCompany, role } from "@/lib/contracts/companies";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const link = z.object({
  /** The end of the mailed link. In the body, since addresses end in logs. */
  token: z.string().max(200),
});

export const readInvitation = defineEndpoint({
  method: "POST",
  path: "/invitations/read/",
  summary: "Read the invitation of a mailed link",
  access: "public",
  role: "anyone",
  bySecret: true,
  problems: ["not_found"],
  body: link,
  response: z.object({
    /** The company's name. */
    company: z.string(),
    /** What the invited person will be. */
    role,
    /** The inviting member's name. */
    invited_by: z.string(),
    /** The invited email address. */
    email: z.string(),
    /** Whether that address has an account, to sign in with. */
    has_account: z.boolean(),
  }),
});
export type ReadInvitation = z.infer<typeof readInvitation.response>;

/** The account has to have the invited address. */
export const acceptInvitation = defineEndpoint({
  method: "POST",
  path: "/invitations/accept/",
  summary: "Join the company of a mailed link",
  access: "session",
  role: "self",
  apiTokens: false,
  problems: ["already_done", "forbidden", "not_found"],
  body: link,
  response: messageResponse.extend({ company: ownCompany }),
});

export const invitedRegistration = link
  .extend(registrationFields)
  .refine(samePasswords, DIFFERENT_PASSWORDS);

/** It joins the company of the mailed link instead of having its own. */
export const signUpInvited = defineEndpoint({
  method: "POST",
  path: "/invitations/sign-up/",
  summary: "Create an account for the invited address",
  access: "public",
  role: "anyone",
  bySecret: true,
  problems: ["already_exists", "not_found", "sign_up_closed", "unusable_input"],
  body: invitedRegistration,
  response: signedIn,
});
