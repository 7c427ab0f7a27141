import { beforeAll, expect, test } from "vitest";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { often } from "../support/exhaustive";
import { join, type Person, seedCompany, seedPerson } from "../support/members";

const ROUNDS = often(5, 100);

beforeAll(async () => {
  await seedPerson();
});

/** A company with its owner. */
async function firm(): Promise<{ company: string; owner: Person; token: string }> {
  const [company, owner] = [await seedCompany(), await seedPerson()];
  await join(company, owner, "owner");
  return { company, owner, token: await owner.signIn(company) };
}

/** An open invitation. @returns the token of its link. */
async function invitationOf(companyId: string, { userId }: Person, email: string): Promise<string> {
  const token = randomToken();
  await adminDb().invitation.create({
    data: {
      ...{ companyId, email, emailKey: email.toLowerCase(), role: "bookkeeper" as const },
      ...{ invitedBy: userId, tokenHash: hashToken(token) },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return token;
}

const accept = (link: string, token: string) =>
  call("POST", "/invitations/accept/", { token, body: { token: link } });
const setRole = (token: string, { userId: user_id }: Person, role: string) =>
  call("PUT", "/people/role/", { token, body: { user_id, role } });
const rolesIn = async (companyId: string) =>
  (await adminDb().membership.findMany({ where: { companyId } })).map(({ role }) => role).sort();

test("an invitation that is accepted twice at the same moment makes one member", async () => {
  const [guest, home] = [await seedPerson(), await seedCompany()];
  await join(home, guest, "owner");
  for (let round = 0; round < ROUNDS; round += 1) {
    await db("accounts").throttle.deleteMany();
    const { company, owner } = await firm();
    const link = await invitationOf(company, owner, guest.email);
    const tokens = [await guest.signIn(home), await guest.signIn(home)];
    const answers = await Promise.all(tokens.map((token) => accept(link, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await rolesIn(company)).toEqual(["bookkeeper", "owner"]);
    expect(
      await adminDb().auditEvent.count({ where: { companyId: company, action: "member.joined" } }),
    ).toBe(1);
  }
});

test("an invitation that is accepted while its sender is removed makes a member or is refused, never half", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await db("accounts").throttle.deleteMany();
    const { company, token } = await firm();
    const [admin, guest, home] = [await seedPerson(), await seedPerson(), await seedCompany()];
    await join(company, admin, "admin");
    await join(home, guest, "owner");
    const link = await invitationOf(company, admin, guest.email);
    const theirs = await guest.signIn(home);
    const [joined, removed] = await Promise.all([
      accept(link, theirs),
      call("POST", "/people/remove/", { token, body: { user_id: admin.userId } }),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(joined.status);
    expect(await rolesIn(company)).toEqual(
      joined.status === 200 ? ["bookkeeper", "owner"] : ["owner"],
    );
    expect(await adminDb().invitation.count({ where: { companyId: company } })).toBe(0);
  }
});

test("an owner who is demoted while deleting the company deletes it all or nothing", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await db("accounts").throttle.deleteMany();
    const { company, token } = await firm();
    const second = await seedPerson();
    await join(company, second, "owner");
    const { name: company_name } = await adminDb().company.findUniqueOrThrow({
      where: { id: company },
    });
    const deleting = await second.signIn(company);
    const [demoted, deleted] = await Promise.all([
      setRole(token, second, "viewer"),
      call("POST", "/companies/delete/", { token: deleting, body: { company_name } }),
    ]);
    const left = await adminDb().company.count({ where: { id: company } });
    if (deleted.status === 200) expect(left).toBe(0);
    else {
      expect([401, 403], JSON.stringify(deleted.body)).toContain(deleted.status);
      expect([demoted.status, left, await rolesIn(company)]).toEqual([200, 1, ["owner", "viewer"]]);
      expect(await adminDb().companySettings.count({ where: { companyId: company } })).toBe(1);
    }
    expect([200, 401, 403], JSON.stringify(demoted.body)).toContain(demoted.status);
  }
});

test("an invitation is its address's, in any case, and a plus address is another one's", async () => {
  await db("accounts").throttle.deleteMany();
  const { company, owner } = await firm();
  const [plain, tagged, home] = [await seedPerson(), await seedPerson(), await seedCompany()];
  const email = plain.email.replace("@", "+books@");
  await adminDb().user.update({
    where: { id: tagged.userId },
    data: { email, emailKey: email },
  });
  for (const person of [plain, tagged]) await join(home, person, "viewer");
  const link = await invitationOf(company, owner, email.toUpperCase());
  expect((await accept(link, await plain.signIn(home))).status).toBe(403);
  expect((await accept(link, await tagged.signIn(home))).status).toBe(200);
  expect(await rolesIn(company)).toEqual(["bookkeeper", "owner"]);
});
