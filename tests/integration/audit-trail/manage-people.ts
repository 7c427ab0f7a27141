import { ok } from "../../support/client";
import { signUp } from "../../support/company";
import { invitationIn, type MailServer } from "../../support/mail-server";
import { settled } from "../../support/worker";
import { audited } from "./audited";

type Call = [string, string];
const post = (path: string): Call => ["POST", path];

/** Everything that can become of a company's people. */
export async function managePeople(mails: MailServer, stripeSecretKey: string): Promise<void> {
  const { token, password: current } = await signUp();
  const { company } = await audited("company.created", post("/companies/"), token, {
    company_name: "Second",
  });
  await ok("POST", "/companies/switch/", token, { company_id: company.id });
  await ok("POST", "/stripe/connect/", token, { secret_key: stripeSecretKey });
  // Connecting has started one.
  await settled(token);
  await audited("integration.sync_started", post("/companies/sync/"), token, {
    company_ids: [company.id],
  });
  const invite = async (email: string) => {
    const { invitation_id } = await audited("member.invited", post("/people/invite/"), token, {
      email,
      role: "viewer",
    });
    return invitation_id as number;
  };
  const linkFor = async (email: string, count = 1) =>
    invitationIn((await mails.waitFor(email, count)).at(-1)?.raw ?? "");

  const invitation_id = await invite("withdrawn@invited.example");
  await audited("member.invited", post("/people/resend/"), token, { invitation_id });
  await audited("member.invitation_revoked", post("/people/revoke/"), token, { invitation_id });

  const { api_token } = await audited("api_token.created", post("/api-tokens/"), token, {
    ...{ name: "Payroll export", role: "viewer", expires_in_days: 30 },
    current_password: current,
  });
  await audited("api_token.revoked", post("/api-tokens/revoke/"), token, {
    api_token_id: api_token.id,
  });
  await ok("POST", "/api-tokens/", token, {
    ...{ name: "Warehouse", role: "viewer", expires_in_days: 30 },
    current_password: current,
  });
  await audited("api_token.revoked", post("/user/api-tokens/revoke/"), token);

  const guest = await signUp();
  const address = `${guest.username}@example.com`;
  await invite(address);
  await audited("member.joined", post("/invitations/accept/"), guest.token, {
    token: await linkFor(address),
  });
  const newcomer = "newcomer@invited.example";
  await invite(newcomer);
  const password = "seven silent lighthouses";
  const { user } = await audited("member.joined", post("/invitations/sign-up/"), undefined, {
    token: await linkFor(newcomer),
    username: "newcomer",
    password,
    password_confirm: password,
  });
  const body = { user_id: user.id };
  const change: Call = ["PUT", "/people/role/"];
  await audited("member.role_changed", change, token, { ...body, role: "bookkeeper" });
  await audited("member.removed", post("/people/remove/"), token, body);
  const { members } = await ok("GET", "/people/", token);
  const { user_id } = members.find(({ you }: { you: boolean }) => !you);
  await audited("member.role_changed", post("/people/hand-over/"), token, { user_id });
  await audited("member.left", post("/companies/leave/"), token, { company_name: "Second" });
}
