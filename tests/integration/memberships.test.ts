import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COMPANY_HEADER } from "@/lib/constants/company-header";
import { EVENT_NAMES } from "@/lib/constants/events";
import type { Role } from "@/lib/constants/roles";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { Followed } from "../support/event-stream";
import { eventually } from "../support/eventually";
import { often } from "../support/exhaustive";
import { seedFullLedger } from "../support/full-ledger";
import { join, type Person, seedCompany, seedPerson } from "../support/members";

const ROUNDS = often(5, 100);

let company: string;
let owner: Person;
let token: string;
const streams: Followed[] = [];

beforeAll(async () => {
  await seedPerson();
});
beforeEach(async () => {
  company = await seedCompany();
  owner = await seedPerson();
  await join(company, owner, "owner");
  token = await owner.signIn(company);
});
afterEach(async () => {
  const left = streams.splice(0);
  for (const stream of left) stream.leave();
  await eventually(() => expect(left.every(({ ended }) => ended)).toBe(true));
});

async function member(role: Role): Promise<Person> {
  const person = await seedPerson();
  await join(company, person, role);
  return person;
}

const setRole = (by: string, { userId: user_id }: Person, role: Role) =>
  call("PUT", "/people/role/", { token: by, body: { user_id, role } });
const remove = (by: string, { userId: user_id }: Person) =>
  call("POST", "/people/remove/", { token: by, body: { user_id } });
const nameOf = async (id: string) =>
  (await adminDb().company.findUniqueOrThrow({ where: { id } })).name;
const leave = async (by: string, id = company) =>
  call("POST", "/companies/leave/", { token: by, body: { company_name: await nameOf(id) } });
const rolesIn = async (companyId: string) =>
  (await adminDb().membership.findMany({ where: { companyId }, orderBy: { userId: "asc" } })).map(
    ({ role }) => role,
  );

async function follow(by: string): Promise<Followed> {
  const stream = await Followed.open(by);
  streams.push(stream);
  await eventually(() => expect(stream.events.length).toBeGreaterThanOrEqual(EVENT_NAMES.length));
  return stream;
}

describe("roles", () => {
  test("an admin manages everybody but owners", async () => {
    const [admin, viewer, second] = [
      await member("admin"),
      await member("viewer"),
      await member("owner"),
    ];
    const theirs = await admin.signIn(company);
    expect((await setRole(theirs, viewer, "admin")).status).toBe(200);
    for (const refused of [
      await setRole(theirs, viewer, "owner"),
      await setRole(theirs, second, "viewer"),
      await remove(theirs, second),
      await setRole(theirs, admin, "owner"),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, "role_too_low"]);
    }
    expect((await remove(theirs, viewer)).status).toBe(200);
    expect((await setRole(theirs, admin, "viewer")).status).toBe(200);
    expect((await setRole(theirs, admin, "admin")).status).toBe(403);
  });

  test("the only owner stays one, unless the company is handed over", async () => {
    const admin = await member("admin");
    for (const answer of [await setRole(token, owner, "admin"), await leave(token)]) {
      expect([answer.status, answer.body.code]).toEqual([409, "last_owner"]);
      expect(answer.body.message).toContain("only owner");
    }
    expect((await remove(token, owner)).status).toBe(409);
    const body = { user_id: admin.userId };
    expect((await call("POST", "/people/hand-over/", { token, body })).status).toBe(200);
    expect(await rolesIn(company)).toEqual(["admin", "owner"]);
    expect((await call("POST", "/people/hand-over/", { token, body })).status).toBe(403);
    expect((await leave(token)).status).toBe(200);
  });

  test("strangers can be neither changed nor removed", async () => {
    const stranger = await seedPerson();
    const elsewhere = await seedCompany();
    await join(elsewhere, stranger, "owner");
    for (const answer of [
      await setRole(token, stranger, "viewer"),
      await remove(token, stranger),
      await call("POST", "/people/hand-over/", { token, body: { user_id: stranger.userId } }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    }
    expect(await rolesIn(elsewhere)).toEqual(["owner"]);
  });

  test("the history has who did it, with the role they had", async () => {
    const admin = await member("admin");
    const viewer = await member("viewer");
    await setRole(await admin.signIn(company), viewer, "bookkeeper");
    await setRole(token, admin, "viewer");
    const rows = await adminDb().auditEvent.findMany({
      where: { companyId: company, action: "member.role_changed" },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      { userId: admin.userId, role: "admin", data: { role_before: "viewer", role: "bookkeeper" } },
      { userId: owner.userId, role: "owner", data: { role_before: "admin", role: "viewer" } },
    ]);
  });
});

describe("two owners at once", () => {
  /** Exactly one of the two may go; the company always keeps an owner. */
  async function race(
    act: (tokens: [string, string], people: [Person, Person]) => Promise<number[]>,
  ) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await seedCompany();
      const people: [Person, Person] = [await seedPerson(), await seedPerson()];
      for (const person of people) await join(id, person, "owner");
      company = id;
      const tokens: [string, string] = [await people[0].signIn(id), await people[1].signIn(id)];
      const statuses = await act(tokens, people);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect((await rolesIn(id)).filter((role) => role === "owner")).toHaveLength(1);
    }
  }

  test("leaving: one stays", async () => {
    await race(async ([one, two]) =>
      (await Promise.all([leave(one), leave(two)])).map(({ status }) => status),
    );
  });

  test("removing each other: one stays", async () => {
    await race(async ([one, two], [first, second]) =>
      (await Promise.all([remove(one, second), remove(two, first)])).map(({ status }) => status),
    );
  });

  test("one leaving, one becoming a viewer: one stays", async () => {
    await race(async ([one, two], [, second]) =>
      (await Promise.all([leave(one), setRole(two, second, "viewer")])).map(({ status }) => status),
    );
  });
});

describe("a membership that ends", () => {
  test("ends the only company's sessions", async () => {
    const person = await member("bookkeeper");
    const theirs = await person.signIn(company);
    expect((await remove(token, person)).status).toBe(200);
    expect((await call("GET", "/summary/", { token: theirs })).status).toBe(401);
    expect(await adminDb().session.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("lets its sessions go on in another company, which they name or choose", async () => {
    for (const end of ["removed", "deleted", "left"] as const) {
      const [lost, other] = [await seedCompany("Lost"), await seedCompany("Other")];
      const person = await seedPerson();
      await join(lost, owner, "owner");
      await join(lost, person, "admin");
      await join(other, person, "bookkeeper");
      const [theirs, elsewhere] = [await person.signIn(lost), await person.signIn(lost)];
      const summary = (companyId?: string) =>
        call("GET", "/summary/", {
          token: theirs,
          ...(companyId && { headers: { [COMPANY_HEADER]: companyId } }),
        });
      expect((await summary(other)).status).toBe(200);
      const by = await owner.signIn(lost);
      if (end === "removed") expect((await remove(by, person)).status).toBe(200);
      if (end === "left") expect((await leave(elsewhere, lost)).status).toBe(200);
      if (end === "deleted") {
        const body = { company_name: "Lost" };
        expect((await call("POST", "/companies/delete/", { token: by, body })).status).toBe(200);
      }
      // The tab that works in the other company notices nothing.
      expect((await summary(other)).status).toBe(200);
      for (const answer of [await summary(lost), await summary()]) {
        expect([answer.status, answer.body.code], end).toEqual([403, "not_a_member"]);
      }
      expect((await ok("GET", "/companies/", theirs)).current).toBe(other);
      await ok("POST", "/companies/switch/", theirs, { company_id: other });
      expect((await summary()).status).toBe(200);
    }
  });

  test("ends its streams at once, and no others", async () => {
    const person = await member("bookkeeper");
    const other = await seedCompany();
    await join(other, person, "admin");
    const [inOwn, inOther] = [await person.signIn(company), await person.signIn(other)];
    const [ended, kept, owners] = [await follow(inOwn), await follow(inOther), await follow(token)];
    expect((await remove(token, person)).status).toBe(200);
    await eventually(() => expect(ended.ended).toBe(true));
    expect([kept.ended, owners.ended]).toEqual([false, false]);
    expect((await call("GET", "/summary/", { token: inOwn })).status).toBe(403);
    expect((await call("GET", "/summary/", { token: inOther })).status).toBe(200);
    expect(await adminDb().notification.count({ where: { userId: person.userId } })).toBe(0);
  });

  test("a changed role ends the streams, which begin anew with it", async () => {
    const person = await member("bookkeeper");
    const theirs = await person.signIn(company);
    const stream = await follow(theirs);
    await setRole(token, person, "viewer");
    await eventually(() => expect(stream.ended).toBe(true));
    expect((await follow(theirs)).ended).toBe(false);
  });

  test("leaves its user an empty company when it was the last one", async () => {
    const person = await member("viewer");
    const theirs = await person.signIn(company);
    const { body } = await leave(theirs);
    expect(body.message).toContain("You left");
    const list = await ok("GET", "/companies/", theirs);
    expect(list).toMatchObject({ companies: [{ role: "owner" }], current: body.company_id });
    expect(list.current).not.toBe(company);
    expect(await rolesIn(company)).toEqual(["owner"]);
  });

  test("asks for the company's name", async () => {
    const person = await member("viewer");
    const { status, body } = await call("POST", "/companies/leave/", {
      token: await person.signIn(company),
      body: { company_name: "another" },
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ["company_name"]]);
    expect(await rolesIn(company)).toEqual(["owner", "viewer"]);
  });
});

describe("companies", () => {
  test("are created and switched between; the session knows its own", async () => {
    const { company: made } = await ok("POST", "/companies/", token, { company_name: "Blue" });
    expect(made.role).toBe("owner");
    expect((await ok("GET", "/companies/", token)).current).toBe(company);
    await ok("POST", "/companies/switch/", token, { company_id: made.id });
    expect(await ok("GET", "/settings/company/", token)).toMatchObject({ company_name: "Blue" });
    const foreign = await seedCompany();
    const { status } = await call("POST", "/companies/switch/", {
      token,
      body: { company_id: foreign },
    });
    expect(status).toBe(404);
  });

  test("have names that can be seen whole, so that no two look the same", async () => {
    for (const company_name of [
      "Bl\u200bue",
      "\u2060",
      "Blue\ufeff Ltd",
      "Bl\u00adue",
      "\u202eeulB",
    ]) {
      const { status } = await call("POST", "/companies/", { token, body: { company_name } });
      expect(status, JSON.stringify(company_name)).toBe(400);
    }
    // What belongs to scripts and emoji stays.
    for (const company_name of ["می\u200cخواهم", "Fam 👨\u200d👩\u200d👧", "Blåbær & Søn"]) {
      await ok("POST", "/companies/", token, { company_name });
    }
  });

  test("which of them has a deposit is said to their members only", async () => {
    const { companyId, depositIds } = await seedFullLedger();
    const id = depositIds.pending;
    const path = `/companies/with-deposit/?deposit_id=${id}`;
    const status = async () => (await call("GET", path, { token })).status;
    expect(await status()).toBe(404);
    await join(companyId, owner, "viewer");
    expect(await ok("GET", path, token)).toMatchObject({
      companies: [{ id: companyId, role: "viewer" }],
    });
    await adminDb().deposit.updateMany({ where: { id }, data: { deletedAt: new Date() } });
    expect(await status()).toBe(404);
  });

  test("the next sign-in begins in the one that was used last", async () => {
    const person = await seedFullLedger();
    const second = await seedCompany("Second");
    await adminDb().membership.create({ data: { companyId: second, userId: person.userId } });
    const session = await person.signIn();
    await ok("POST", "/companies/switch/", session, { company_id: second });
    await adminDb().session.updateMany({
      where: { userId: person.userId, companyId: second },
      data: { lastSeenAt: new Date(Date.now() + 60_000) },
    });
    const { findAccount } = await import("@/server/accounts/find-account");
    const account = await findAccount(adminDb(), { id: person.userId });
    expect(account?.companyId).toBe(second);
  });

  test("deleting one leaves its members' other companies, and everybody a company", async () => {
    const books = await seedFullLedger();
    const mine = await books.signIn();
    const [guest, regular] = [await seedPerson(), await seedPerson()];
    const other = await seedCompany("Other");
    await join(other, regular, "owner");
    for (const person of [guest, regular]) await join(books.companyId, person, "bookkeeper");
    const proof = { company_name: books.marker };
    const refuse = async (by: string, body: object) =>
      (await call("POST", "/companies/delete/", { token: by, body })).status;
    expect(await refuse(await regular.signIn(books.companyId), proof)).toBe(403);
    expect(await refuse(mine, { company_name: "another" })).toBe(422);
    await adminDb().user.update({
      where: { id: books.userId },
      data: { totpSecret: null, totpConfirmedAt: null },
    });
    // Without a password a fresh sign-in is the proof.
    const { company_id } = await ok("POST", "/companies/delete/", mine, proof);
    expect(await adminDb().company.count({ where: { id: books.companyId } })).toBe(0);
    expect(await adminDb().deposit.count({ where: { companyId: books.companyId } })).toBe(0);
    expect((await ok("GET", "/companies/", mine)).current).toBe(company_id);
    expect(await rolesIn(other)).toEqual(["owner"]);
    for (const { userId } of [guest, regular, books]) {
      expect(await adminDb().membership.count({ where: { userId } })).toBe(1);
    }
  });

  test("an account goes only when it leaves nothing behind", async () => {
    const person = await seedFullLedger();
    const body = {};
    const other = await seedCompany("Blue Harbor");
    const key = { companyId: other, userId: person.userId };
    await adminDb().membership.create({ data: key });
    const removeAccount = async () =>
      call("POST", "/user/delete/", { token: await person.signIn(), body });
    const several = await removeAccount();
    expect(several.status).toBe(409);
    expect(several.body.message).toContain("Blue Harbor");
    await adminDb().membership.delete({ where: { companyId_userId: key } });
    await join(person.companyId, await seedPerson(), "admin");
    const onlyOwner = await removeAccount();
    expect([onlyOwner.status, onlyOwner.body.code]).toEqual([409, "last_owner"]);
    expect(onlyOwner.body.message).toContain("only owner");
    expect(await adminDb().user.count({ where: { id: person.userId } })).toBe(1);
  });
});
