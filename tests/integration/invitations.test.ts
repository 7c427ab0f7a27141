import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/constants/roles";
import { revokeApiToken } from "@/server/accounts/api-tokens";
import { revokeInvitation } from "@/server/accounts/people/invite";
import { PEOPLE_LIMITS } from "@/server/accounts/people/limits";
import { mintCompanyId } from "@/server/platform/company-id";
import type { SessionContext } from "@/server/platform/context";
import { closeDb, db } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { sweepExpired } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { dumpRows } from "../support/dump";
import { invitationIn, type MailServer, startMailServer } from "../support/mail-server";
import { join, type Person, seedApiToken, seedCompany, seedPerson } from "../support/members";
import { type Running, startWorkers } from "../support/worker";

let mailServer: MailServer;
let workers: Running;
let company: string;
let owner: Person;
let token: string;

beforeAll(async () => {
  mailServer = await startMailServer();
  process.env.SMTP_URL = mailServer.url;
  workers = await startWorkers();
});
beforeEach(async () => {
  await db("accounts").throttle.deleteMany();
  company = await seedCompany("Rosewood Studio");
  owner = await seedPerson();
  await join(company, owner, "owner");
  token = await owner.signIn(company);
});
afterAll(async () => {
  await workers.stop();
  await stopQueue(1_000);
  await closeDb();
  await mailServer.close();
});

let people = 0;
const somebody = () => `invited-${++people}@example.com`;
const password = "seven silent lighthouses";

const invite = (email: string, role: Role = "bookkeeper", by = token) =>
  call("POST", "/people/invite/", { token: by, body: { email, role } });
const read = (link: string) => call("POST", "/invitations/read/", { body: { token: link } });
const accept = (link: string, by: string) =>
  call("POST", "/invitations/accept/", { token: by, body: { token: link } });
const signUp = (link: string, username: string) =>
  call("POST", "/invitations/sign-up/", {
    body: { token: link, username, password, password_confirm: password },
  });

/** The link of the newest mail to an address, once `count` have arrived. */
async function linkFor(email: string, count = 1): Promise<string> {
  const mails = await mailServer.waitFor(email, count);
  return invitationIn(mails.at(-1)?.raw ?? "");
}

async function invited(email: string, role?: Role): Promise<string> {
  const { status, body } = await invite(email, role);
  expect(status, JSON.stringify(body)).toBe(200);
  return linkFor(email);
}

async function waiting(email: string): Promise<{ invitation_id: number }> {
  const { id } = await adminDb().invitation.findFirstOrThrow({
    where: { companyId: company, emailKey: email },
  });
  return { invitation_id: id };
}

async function expectDead(link: string, why = "This link doesn't work"): Promise<void> {
  const answers = [await read(link), await signUp(link, `late-${++people}`)];
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(body.message).toContain(why);
    for (const secret of ["Rosewood", "@example.com"]) expect(body.message).not.toContain(secret);
  }
}

const REPLACED = "A newer invitation replaced this one";

describe("an invitation", () => {
  test("opens for its holder, whatever links strangers make up and sign-ups they fill", async () => {
    const link = await invited(somebody());
    const unknown = () => read("A".repeat(43));
    const guesses = await Promise.all(
      Array.from({ length: PEOPLE_LIMITS.link.tries + 5 }, unknown),
    );
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(PEOPLE_LIMITS.link.tries);
    expect((await unknown()).status).toBe(429);
    expect((await read(link)).status).toBe(200);
    // As if strangers had signed up until the address has to wait.
    await call("POST", "/user/create/api/", {
      body: {
        username: `stranger-${people}`,
        email: somebody(),
        password,
        password_confirm: password,
      },
    });
    await db("accounts").$executeRaw`UPDATE throttles SET free_at = expires_at WHERE hits < 60`;
    expect((await signUp(link, `invited-${people}`)).status).toBe(200);
  });

  test("without an account: signs up into the company alone, once, with a proved address", async () => {
    const email = somebody();
    const link = await invited(email, "viewer");
    expect((await read(link)).body).toMatchObject({
      company: "Rosewood Studio",
      role: "viewer",
      email,
      has_account: false,
    });
    const { status, body } = await signUp(link, `sam-${people}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await ok("GET", "/companies/", body.token)).toEqual({
      companies: [{ id: company, name: "Rosewood Studio", role: "viewer" }],
      current: company,
      ledger: null,
    });
    expect((await ok("GET", "/user/profile/", body.token)).email_confirmed).toBe(true);
    expect((await call("POST", "/qb/auto-match-all/", { token: body.token })).status).toBe(403);
    await expectDead(link);
    const [joined] = await adminDb().auditEvent.findMany({
      where: { companyId: company, action: "member.joined" },
    });
    expect(joined).toMatchObject({ userId: body.user.id, role: "viewer" });
  });

  test("with an account: needs a session of the invited address, and joins once", async () => {
    const person = await seedPerson();
    const home = await seedCompany();
    await join(home, person, "owner");
    const spelled = person.email.replace("person", "PERSON");
    const link = await invited(spelled);
    expect((await read(link)).body.has_account).toBe(true);
    const refused = await accept(link, token);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain(spelled);
    expect(refused.body.message).toContain(owner.email);
    const theirs = await person.signIn(home);
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(link, theirs)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await ok("GET", "/companies/", theirs)).companies).toHaveLength(2);
    const again = await invite(person.email);
    expect([again.status, again.body.code]).toEqual([409, "already_done"]);
  });

  test("proves the address of an account that was waiting for it", async () => {
    const person = await seedPerson();
    await adminDb().user.update({
      where: { id: person.userId },
      data: { emailVerifiedAt: null },
    });
    const home = await seedCompany();
    await join(home, person, "owner");
    const theirs = await person.signIn(home);
    expect((await accept(await invited(person.email), theirs)).status).toBe(200);
    expect((await ok("GET", "/user/profile/", theirs)).email_confirmed).toBe(true);
  });

  test("ends when it is withdrawn, replaced, expired, or its sender is removed", async () => {
    const withdrawn = somebody();
    const first = await invited(withdrawn);
    const { invitations } = await ok("GET", "/people/", token);
    const [{ id: invitation_id }] = invitations;
    await ok("POST", "/people/revoke/", token, { invitation_id });
    await expectDead(first);

    const replaced = somebody();
    const second = await invited(replaced);
    const { body } = await invite(replaced, "viewer");
    // Two mails are sent at a time: unless it has arrived, this one may arrive after the next, which replaces it.
    await linkFor(replaced, 2);
    await ok("POST", "/people/resend/", token, body);
    const third = await linkFor(replaced, 3);
    await expectDead(second, REPLACED);
    expect((await read(third)).body.role).toBe("viewer");
    await adminDb().invitation.updateMany({
      where: { companyId: company },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    await expectDead(third);
    const listed = (await ok("GET", "/people/", token)).invitations;
    expect(listed).toMatchObject([{ email: replaced, expired: true }]);
    await ok("POST", "/people/resend/", token, body);
    expect((await read(await linkFor(replaced, 4))).status).toBe(200);

    const admin = await seedPerson();
    await join(company, admin, "admin");
    const email = somebody();
    expect((await invite(email, "viewer", await admin.signIn(company))).status).toBe(200);
    const fourth = await linkFor(email);
    await ok("POST", "/people/remove/", token, { user_id: admin.userId });
    await expectDead(fourth);
  });

  test("says that a newer one was sent, as long as that one is open", async () => {
    const email = somebody();
    const first = await invited(email);
    const { body } = await invite(email, "viewer");
    const second = await linkFor(email, 2);
    await ok("POST", "/people/resend/", token, body);
    const third = await linkFor(email, 3);
    for (const link of [first, second]) await expectDead(link, REPLACED);
    await expectDead("x".repeat(43));
    const { status } = await signUp(third, `newest-${++people}`);
    expect(status).toBe(200);
    for (const link of [first, second, third]) await expectDead(link);
  });

  test("says so as well after a withdrawal and a new invitation, whoever withdrew it", async () => {
    const email = somebody();
    const first = await invited(email);
    await ok("POST", "/people/resend/", token, await waiting(email));
    const second = await linkFor(email, 2);
    await ok("POST", "/people/revoke/", token, await waiting(email));
    for (const link of [first, second]) await expectDead(link);

    const admin = await seedPerson();
    await join(company, admin, "admin");
    const theirs = await admin.signIn(company);
    expect((await invite(email, "viewer", theirs)).status).toBe(200);
    const third = await linkFor(email, 3);
    for (const link of [first, second]) await expectDead(link, REPLACED);

    await ok("PUT", "/people/role/", token, { user_id: admin.userId, role: "bookkeeper" });
    await expectDead(third);
    await ok("PUT", "/people/role/", token, { user_id: admin.userId, role: "admin" });
    expect((await invite(email, "viewer", theirs)).status).toBe(200);
    const fourth = await linkFor(email, 4);
    await expectDead(third, REPLACED);

    await ok("POST", "/people/remove/", token, { user_id: admin.userId });
    await expectDead(fourth);
    await invite(email, "viewer");
    const fifth = await linkFor(email, 5);
    for (const link of [first, second, third, fourth]) await expectDead(link, REPLACED);
    expect((await read(fifth)).body.role).toBe("viewer");
    await expectDead("x".repeat(43));
  });

  test("leaves its links behind for as long as they would have worked", async () => {
    const email = somebody();
    await invited(email);
    await ok("POST", "/people/revoke/", token, await waiting(email));
    const kept = () => adminDb().withdrawnInvitation.findMany({ where: { companyId: company } });
    await sweepExpired();
    expect(await kept()).toMatchObject([{ emailKey: email }]);
    const expiresAt = new Date(Date.now() - 1_000);
    await adminDb().withdrawnInvitation.updateMany({ data: { expiresAt } });
    await sweepExpired();
    expect(await kept()).toEqual([]);
  });

  test("as an owner comes from owners alone", async () => {
    const admin = await seedPerson();
    await join(company, admin, "admin");
    const theirs = await admin.signIn(company);
    expect((await invite(somebody(), "owner", theirs)).status).toBe(403);
    const email = somebody();
    const { body } = await invite(email, "owner");
    expect((await call("POST", "/people/resend/", { token: theirs, body })).status).toBe(403);
    for (const refused of [
      await invite(email, "viewer", theirs),
      await call("POST", "/people/revoke/", { token: theirs, body }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, "role_too_low"]);
    }
    const kept = await adminDb().invitation.findMany({ where: { companyId: company } });
    expect(kept).toMatchObject([{ emailKey: email, role: "owner", invitedBy: owner.userId }]);
    expect((await call("POST", "/people/revoke/", { token, body })).status).toBe(200);
  });

  test("is kept from whoever has lost the role since their request began", async () => {
    const { body } = await invite(somebody());
    const [person, { id }] = [await seedPerson(), await seedApiToken(company, owner, "viewer")];
    await join(company, person, "bookkeeper");
    const late: SessionContext = {
      ...{ companyId: mintCompanyId(company), userId: person.userId, role: "admin" },
      ...{ requestId: "late", sessionId: "1", ipAddress: "127.0.0.1", userAgent: "" },
    };
    const refused = { code: "role_too_low" };
    const { invitation_id } = body;
    await expect(revokeInvitation(late, { invitation_id })).rejects.toMatchObject(refused);
    await expect(revokeApiToken(late, { api_token_id: id })).rejects.toMatchObject(refused);
    expect((await call("POST", "/people/revoke/", { token, body })).status).toBe(200);
  });

  test("needs a proved address of its sender", async () => {
    await adminDb().user.update({ where: { id: owner.userId }, data: { emailVerifiedAt: null } });
    const { status, body } = await invite(somebody());
    expect(status).toBe(403);
    expect(body.message).toContain("Confirm your own email address");
  });

  test("keeps its token to the mail, as a hash in the database", async () => {
    const link = await invited(somebody());
    expect(await dumpRows()).not.toContain(link);
  });

  test("goes to one address only so often", async () => {
    const email = somebody();
    const { tries } = PEOPLE_LIMITS.recipient;
    for (let nth = 0; nth < tries; nth += 1) expect((await invite(email)).status).toBe(200);
    const { status, headers } = await invite(email);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const waiting = await adminDb().invitation.count({ where: { companyId: company } });
    expect(waiting).toBe(1);
  });

  test("carries no link and no markup of its sender", async () => {
    await adminDb().company.update({
      where: { id: company },
      data: { name: "Win <b>https://evil.example/x</b>" },
    });
    const email = somebody();
    await invited(email);
    const [mail] = await mailServer.waitFor(email);
    expect(mail?.raw).not.toContain("evil.example");
    expect(mail?.raw).not.toContain("<b>");
  });
});
