import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/constants/roles";
import { newApiToken } from "@/server/accounts/open-api-token";
import { TOKEN_PREFIX } from "@/server/accounts/sessions";
import { runMatchRun } from "@/server/matches/bulk-match";
import { systemContext } from "@/server/platform/company-id";
import { hashToken } from "@/server/platform/crypto/tokens";
import { sweepExpired } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { codeOf, enableTwoFactor, forgetLastCode } from "../support/authenticator";
import { call, handlerOf, ok } from "../support/client";
import { signUp } from "../support/company";
import { waitingMails } from "../support/confirmation";
import { seedFullLedger } from "../support/full-ledger";
import { MatchingBooks } from "../support/matching-books";
import { join, type Person, seedApiToken, seedCompany, seedPerson } from "../support/members";
import { browser } from "../support/reset";

const DAY_MS = 86_400_000;

let company: string;
let owner: Person;
/** The owner's session. */
let token: string;

beforeAll(async () => {
  await seedPerson();
});
beforeEach(async () => {
  company = await seedCompany();
  owner = await seedPerson();
  await join(company, owner, "owner");
  token = await owner.signIn(company);
});
afterEach(() => adminDb().throttle.deleteMany());

async function member(role: Role): Promise<Person> {
  const person = await seedPerson();
  await join(company, person, role);
  return person;
}

const wanted = { name: "Payroll export", role: "viewer", expires_in_days: 30 };
const make = (by: string, body: object = wanted) =>
  call("POST", "/api-tokens/", { token: by, body });
const list = async (by = token) => (await ok("GET", "/api-tokens/", by)).api_tokens;
const revoke = (by: string, api_token_id: string) =>
  call("POST", "/api-tokens/revoke/", { token: by, body: { api_token_id } });
const summary = (by: string) => call("GET", "/summary/", { token: by });
const rowOf = (name: string) =>
  adminDb().apiToken.findFirstOrThrow({ where: { companyId: company, name } });
const audits = (action: string) =>
  adminDb().auditEvent.findMany({ where: { companyId: company, action } });

describe("making an API token", () => {
  test("shows it once and stores its hash", async () => {
    const { status, body } = await make(token);
    expect(status).toBe(200);
    expect(body.token).toMatch(/^TOKEN dmat_[\w-]{43}$/);
    expect((await summary(body.token)).status).toBe(200);
    const secret = body.token.replace(TOKEN_PREFIX, "");
    const row = await rowOf("Payroll export");
    expect(Buffer.from(row.tokenHash)).toEqual(Buffer.from(hashToken(secret)));
    const stored = await adminDb().$queryRaw<{ row: string }[]>`
      SELECT t::text AS row FROM api_tokens t UNION ALL SELECT a::text FROM audit_events a`;
    expect(stored.filter((each) => each.row.includes(secret))).toEqual([]);
    const [listed, ...more] = await list();
    expect(more).toEqual([]);
    expect(listed).toMatchObject({
      ...{ id: row.id, name: "Payroll export", role: "viewer", acts_as: "viewer" },
      ...{ expired: false, expires_at: row.expiresAt?.toISOString() },
    });
    expect(JSON.stringify(listed)).not.toContain(secret);
    const days = (Number(row.expiresAt) - Number(row.createdAt)) / DAY_MS;
    expect(days).toBe(30);
  });

  test("is in the history, with its role and end, and so is revoking it", async () => {
    const { body } = await make(token, { ...wanted, expires_in_days: null });
    await revoke(token, body.api_token.id);
    const [made] = await audits("api_token.created");
    expect(made).toMatchObject({
      ...{ userId: owner.userId, role: "owner", apiToken: null, entity: "api_token" },
      ...{ entityId: body.api_token.id },
      data: { name: "Payroll export", role: "viewer", expires_at: null },
    });
    const [revoked] = await audits("api_token.revoked");
    expect(revoked).toMatchObject({
      ...{ userId: owner.userId, entityId: body.api_token.id },
      data: { name: "Payroll export", role: "viewer" },
    });
  });

  test("asks for the password and the second factor: it outlives both", async () => {
    const account = await signUp();
    const refused = await make(account.token, { ...wanted, current_password: "another one" });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { current_password: "This isn't your current password" },
    ]);
    const { secret } = await enableTwoFactor(account);
    const proof = { current_password: account.password };
    expect((await make(account.token, { ...wanted, ...proof })).status).toBe(422);
    expect(await list(account.token)).toEqual([]);
    await forgetLastCode(account.username);
    const made = await make(account.token, { ...wanted, ...proof, code: codeOf(secret) });
    expect(made.status).toBe(200);
  });

  test("is for owners and admins, and never for more than an admin's role", async () => {
    for (const role of ["viewer", "bookkeeper"] as const) {
      const session = await (await member(role)).signIn(company);
      expect((await make(session)).status).toBe(403);
      expect((await call("GET", "/api-tokens/", { token: session })).status).toBe(403);
    }
    expect((await make(token, { ...wanted, role: "owner" })).status).toBe(400);
    expect((await make(token, { ...wanted, expires_in_days: 7 })).status).toBe(400);
    const admin = await (await member("admin")).signIn(company);
    expect((await make(admin, { ...wanted, role: "admin" })).status).toBe(200);
    // A leaked one can't wait for its maker: none can do more than an admin.
    const { id: api_token_id } = await seedApiToken(company, owner, "admin");
    const revoke = { token: admin, body: { api_token_id } };
    expect((await call("POST", "/api-tokens/revoke/", revoke)).status).toBe(200);
    const owners = adminDb().apiToken.create({
      data: {
        ...{ companyId: company, createdBy: owner.userId, name: "x", role: "owner" },
        tokenHash: newApiToken().tokenHash,
      },
    });
    await expect(owners).rejects.toThrow("api_tokens_no_owner");
  });

  test("tells the owners and its maker by mail, without the token", async () => {
    const admin = await member("admin");
    const other = await member("bookkeeper");
    const { body } = await make(await admin.signIn(company));
    for (const { email } of [owner, admin]) {
      const [mail, ...more] = await waitingMails(email);
      expect(more).toEqual([]);
      expect(mail?.text).toContain("Payroll export");
      expect(mail?.text).toContain(`/settings?tab=people&company=${company}`);
      expect(JSON.stringify(mail)).not.toContain("dmat_");
    }
    expect(body.token).toContain("dmat_");
    expect(await waitingMails(other.email)).toEqual([]);
  });

  test("needs a name of its own, free again once it is revoked", async () => {
    const { body } = await make(token);
    const both = await make(token);
    expect([both.status, both.body.fields?.name]).toEqual([
      409,
      expect.stringContaining("already"),
    ]);
    for (const name of [wanted.name.toUpperCase(), "Payroll\u00a0export", "\uff30ayroll export"]) {
      expect([name, (await make(token, { ...wanted, name })).status]).toEqual([name, 409]);
    }
    expect((await revoke(token, body.api_token.id)).status).toBe(200);
    expect((await make(token)).status).toBe(200);
    const answers = await Promise.all([1, 2, 3].map(() => make(token, { ...wanted, name: "One" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("ends at fifty of a company, and at twenty a day", async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await make(token, { ...wanted, name: `Program ${count}` })).status).toBe(200);
    }
    const often = await make(token, { ...wanted, name: "One more" });
    expect([often.status, often.headers.has("Retry-After")]).toEqual([429, true]);
    await adminDb().throttle.deleteMany();
    for (let count = 20; count < 50; count += 1) await seedApiToken(company, owner, "viewer");
    const many = await make(token, { ...wanted, name: "One more" });
    expect([many.status, many.body.message]).toEqual([409, expect.stringContaining("50")]);
  });
});

describe("an API token", () => {
  test("is refused when it is wrong, expired or revoked, and says which", async () => {
    const made = await seedApiToken(company, owner, "viewer");
    expect((await summary(made.token)).status).toBe(200);
    const wrong = await summary(TOKEN_PREFIX + newApiToken().token);
    expect([wrong.status, wrong.body.code]).toEqual([401, "api_token_unknown"]);
    expect(wrong.body.message).toContain("doesn't exist or was revoked");
    // The hash is no token, and a session's token with the mark in front is none either.
    const { tokenHash } = await rowOf(made.name);
    const hex = Buffer.from(tokenHash).toString("hex");
    for (const guess of [
      `TOKEN ${hex}`,
      `TOKEN dmat_${hex}`,
      token.replace("TOKEN ", "TOKEN dmat_"),
    ])
      expect((await summary(guess)).status).toBe(401);

    const key = { companyId_id: { companyId: company, id: made.id } };
    await adminDb().apiToken.update({ where: key, data: { expiresAt: new Date() } });
    const expired = await summary(made.token);
    expect([expired.status, expired.body.message]).toEqual([
      401,
      expect.stringContaining("has expired"),
    ]);
    expect(await list()).toMatchObject([{ id: made.id, expired: true }]);

    await adminDb().apiToken.update({ where: key, data: { expiresAt: null } });
    expect((await summary(made.token)).status).toBe(200);
    expect((await revoke(token, made.id)).body).toEqual({ message: `${made.name} was revoked` });
    expect((await summary(made.token)).status).toBe(401);
    expect(await list()).toEqual([]);
    expect((await revoke(token, made.id)).status).toBe(404);
  });

  test("is another company's to nobody else: not seen, not revoked, not used there", async () => {
    const made = await seedApiToken(company, owner, "admin");
    const stranger = await seedPerson();
    const theirs = await seedCompany();
    await join(theirs, stranger, "owner");
    const session = await stranger.signIn(theirs);
    expect(await list(session)).toEqual([]);
    expect((await revoke(session, made.id)).status).toBe(404);
    const there = await call("GET", "/summary/", {
      token: made.token,
      headers: { "X-Company-Id": theirs },
    });
    expect([there.status, there.body.code]).toEqual([403, "not_a_member"]);
    expect((await summary(made.token)).headers.get("X-Company-Id")).toBe(company);
  });

  test("has at most its maker's role, at once", async () => {
    const admin = await member("admin");
    const made = await seedApiToken(company, admin, "admin");
    const save = () => call("PUT", "/settings/company/", { token: made.token, body: {} });
    expect((await save()).status).toBe(400);
    await ok("PUT", "/people/role/", token, { user_id: admin.userId, role: "viewer" });
    const lowered = await save();
    expect([lowered.status, lowered.body.message]).toEqual([
      403,
      expect.stringContaining("this API token acts as a viewer"),
    ]);
    expect((await summary(made.token)).status).toBe(200);
    expect(await list()).toMatchObject([{ role: "admin", acts_as: "viewer" }]);
    await ok("PUT", "/people/role/", token, { user_id: admin.userId, role: "admin" });
    expect((await save()).status).toBe(400);
    // Whoever rises doesn't raise their tokens.
    const small = await seedApiToken(company, owner, "viewer");
    expect((await call("PUT", "/settings/company/", { token: small.token, body: {} })).status).toBe(
      403,
    );
  });

  test("ends with its maker's membership: removed, gone, or the company deleted", async () => {
    const [removed, left] = [await member("admin"), await member("admin")];
    const ofRemoved = await seedApiToken(company, removed, "viewer");
    const ofLeft = await seedApiToken(company, left, "viewer");
    const ofOwner = await seedApiToken(company, owner, "viewer");
    await ok("POST", "/people/remove/", token, { user_id: removed.userId });
    const { name } = await adminDb().company.findUniqueOrThrow({ where: { id: company } });
    await ok("POST", "/companies/leave/", await left.signIn(company), { company_name: name });
    for (const { token: ended } of [ofRemoved, ofLeft]) {
      expect((await summary(ended)).status).toBe(401);
    }
    // Invited again, they start without.
    await join(company, removed, "admin");
    expect((await summary(ofRemoved.token)).status).toBe(401);
    expect(await list()).toMatchObject([{ id: ofOwner.id }]);
    await ok("POST", "/companies/delete/", token, { company_name: name });
    expect((await summary(ofOwner.token)).status).toBe(401);
    expect(await adminDb().apiToken.count({ where: { companyId: company } })).toBe(0);
  });

  test("outlives its maker's password and sessions", async () => {
    const account = await signUp();
    const proof = { current_password: account.password };
    const { token: program } = (await make(account.token, { ...wanted, ...proof })).body;
    await ok("POST", "/user/change-password/api/", account.token, {
      ...proof,
      ...{ new_password: "another password", confirm_password: "another password" },
    });
    expect((await summary(program)).status).toBe(200);
    await ok("POST", "/user/sessions/end-all/", account.token, { keep_current: false });
    expect((await summary(account.token)).status).toBe(401);
    expect((await summary(program)).status).toBe(200);
  });

  test("can't make, list or revoke tokens, nor change people or companies", async () => {
    const made = await seedApiToken(company, owner, "admin");
    const other = await member("viewer");
    const { name } = await adminDb().company.findUniqueOrThrow({ where: { id: company } });
    const { token: by } = made;
    const user_id = other.userId;
    const answers = [
      await make(by),
      await call("GET", "/api-tokens/", { token: by }),
      await revoke(by, made.id),
      await call("POST", "/people/invite/", {
        token: by,
        body: { email: "a@b.co", role: "admin" },
      }),
      await call("PUT", "/people/role/", { token: by, body: { user_id, role: "admin" } }),
      await call("POST", "/people/remove/", { token: by, body: { user_id } }),
      await call("POST", "/companies/leave/", { token: by, body: { company_name: name } }),
      await call("POST", "/companies/delete/", { token: by, body: { company_name: name } }),
      await call("GET", "/user/profile/", { token: by }),
      await call("GET", "/companies/", { token: by }),
      await call("GET", "/notifications/", { token: by }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([403, "api_tokens_refused"]);
      expect(body.message).toContain("API tokens can't be used for this");
    }
    const { members } = await ok("GET", "/people/", by);
    expect(members.map(({ you }: { you: boolean }) => you)).toEqual([false, false]);
  });

  test("notes its last use, once a minute at most", async () => {
    const { name, token: program } = await seedApiToken(company, owner, "viewer");
    expect((await list())[0].last_used_at).toBeNull();
    await Promise.all([summary(program), summary(program), summary(program)]);
    const first = (await rowOf(name)).lastUsedAt;
    expect(first).not.toBeNull();
    expect((await list())[0].last_used_at).toBe(first?.toISOString());
    await summary(program);
    expect((await rowOf(name)).lastUsedAt).toEqual(first);
    const earlier = new Date(Date.now() - 120_000);
    await adminDb().apiToken.updateMany({ where: { name }, data: { lastUsedAt: earlier } });
    await summary(program);
    expect(Number((await rowOf(name)).lastUsedAt)).toBeGreaterThan(Number(earlier));
  });

  test("is swept a month after its end", async () => {
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    const seeded = [];
    for (const data of [
      { expiresAt: ago(31) },
      { revokedAt: ago(31) },
      { expiresAt: ago(29) },
      { revokedAt: ago(29), expiresAt: ago(-60) },
      {},
    ]) {
      const { id } = await seedApiToken(company, owner, "viewer");
      seeded.push(id);
      await adminDb().apiToken.updateMany({ where: { id }, data });
    }
    await sweepExpired();
    const left = await adminDb().apiToken.findMany({ where: { companyId: company } });
    expect(left.map(({ id }) => id).sort()).toEqual(seeded.slice(2).sort());
  });
});

describe("what an API token does", () => {
  test("is in the history with its name and its maker's", async () => {
    const ledger = await seedFullLedger();
    const program = await seedApiToken(ledger.companyId, ledger, "bookkeeper");
    const deposit_id = ledger.depositIds.pending;
    const body = { deposit_id };
    await ok("POST", "/qb/delete-deposit/", program.token, body);
    await ok("POST", "/qb/restore-deposit/", await ledger.signIn(), body);
    const { history } = await ok("GET", `/qb/deposit/?deposit_id=${deposit_id}`, program.token);
    expect(history.slice(0, 2)).toMatchObject([
      { who: ledger.marker, text: "Restored here", role: "owner" },
      {
        who: `API token “${program.name}” of ${ledger.marker}`,
        ...{ text: "Deleted here", role: "bookkeeper" },
      },
    ]);
  });

  test("keeps its name in the history when a worker goes on with it", async () => {
    const books = await MatchingBooks.create();
    const deposit = await books.deposit([{ gross: 10_000, customer: "Ada Lovelace" }]);
    await books.payment({ amount: 10_000, customer: "Ada Lovelace" });
    const program = await seedApiToken(books.companyId, books, "bookkeeper");
    const { run } = await ok("POST", "/qb/auto-match-runs/", program.token, {
      deposit_ids: [deposit.id],
    });
    await runMatchRun(systemContext(books.companyId), run.id);
    const rows = await adminDb().auditEvent.findMany({
      where: { companyId: books.companyId, userId: books.userId, entity: "deposit" },
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.apiToken).toBe(program.name);
  });

  test("exports the company's data, and nothing of its maker's own", async () => {
    const ledger = await seedFullLedger();
    const { token: program } = await seedApiToken(ledger.companyId, ledger, "admin");
    const handler = await handlerOf("GET", "/api/settings/export/");
    const url = "http://localhost:3000/api/settings/export/";
    const answer = await handler(new Request(url, { headers: { authorization: program } }));
    const lines = (await answer.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const types = lines.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["deposit", "membership", "api_token", "end"]));
    for (const type of ["account", "linked_identity", "session"]) expect(types).not.toContain(type);
    expect(lines.at(-1).rows).toMatchObject({ account: 0, session: 0 });
  });
});

describe("after a new password", () => {
  test("the tokens that keep working are named, and one button revokes them", async () => {
    const owner = await signUp();
    const email = `${owner.username}@example.com`;
    const { token: program } = await ok("POST", "/api-tokens/", owner.token, {
      ...{ name: "Thief's <b>way</b> back", role: "admin", expires_in_days: null },
      current_password: owner.password,
    });
    const { companies } = await ok("GET", "/companies/", owner.token);
    const { id: companyId, name: books } = companies[0];
    const member = await seedPerson();
    await join(companyId, member, "admin");
    const others = await seedApiToken(companyId, member, "viewer");

    const person = browser("203.0.113.56");
    await person.send(email);
    const code = /^\d{6}$/m.exec((await waitingMails(email)).at(-1)?.text ?? "")?.[0] ?? "";
    await person.verify(email, code);
    const { body } = await person.reset(email, "a new pass phrase");
    expect(body).toEqual({
      message: "Password reset successfully",
      api_tokens: ["Thief's <b>way</b> back"],
    });
    const note = (await waitingMails(email)).at(-1)?.text ?? "";
    expect(note).toContain("1 API token made by you keeps working: Thief's b way b back (");
    expect(note).toContain(`/settings?tab=security`);
    expect((await summary(program)).status).toBe(200);

    const { token: session } = (await person.login(email, "a new pass phrase")).body;
    expect((await ok("GET", "/user/api-tokens/", session)).api_tokens).toEqual([
      expect.objectContaining({ name: "Thief's <b>way</b> back", company: books }),
    ]);
    const revoked = await ok("POST", "/user/api-tokens/revoke/", session);
    expect(revoked).toEqual({ message: "1 API token was revoked", revoked: 1 });
    expect((await summary(program)).status).toBe(401);
    expect((await summary(others.token)).status).toBe(200);
    expect((await ok("GET", "/user/api-tokens/", session)).api_tokens).toEqual([]);
    const rows = await adminDb().auditEvent.findMany({
      where: { companyId, action: "api_token.revoked" },
    });
    expect(rows).toHaveLength(1);
    // A program can't revoke its siblings.
    expect((await call("POST", "/user/api-tokens/revoke/", { token: others.token })).status).toBe(
      403,
    );
    const again = await ok("POST", "/user/change-password/api/", session, {
      current_password: "a new pass phrase",
      new_password: "another one",
      confirm_password: "another one",
    });
    expect(again).toEqual({ message: "Password changed successfully" });
  });
});
