import { beforeEach, expect, test } from "vitest";
import { authenticate } from "@/server/accounts/sessions";
import { adminDb } from "../support/admin-db";
import { join, type Person, seedCompany, seedPerson } from "../support/members";
import { takeStatements } from "../support/sent-statements";

const REQUEST = { requestId: "recheck", ipAddress: "127.0.0.1", userAgent: "test" };
const RECHECK = { unattended: true, isRecheck: true };

const recheck = (authorization: string, companyId: string | null = null) =>
  authenticate(REQUEST, { authorization, companyId }, RECHECK);

let people: { person: Person; companyId: string; token: string }[];

beforeEach(async () => {
  people = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const [person, companyId] = await Promise.all([seedPerson(), seedCompany()]);
      await join(companyId, person, "bookkeeper");
      return { person, companyId, token: await person.signIn(companyId) };
    }),
  );
});

test("sessions that are checked again together are read in one statement, each with its own company", async () => {
  takeStatements();
  const found = await Promise.all(people.map(({ token }) => recheck(token)));
  const statements = takeStatements().filter((text) => /\bFROM sessions\b/.test(text));
  expect(statements).toHaveLength(1);
  expect(found.map(({ userId, companyId, role }) => ({ userId, companyId, role }))).toEqual(
    people.map(({ person: { userId }, companyId }) => ({ userId, companyId, role: "bookkeeper" })),
  );
  const alone = await Promise.all(
    people.map(({ token: authorization }) =>
      authenticate(REQUEST, { authorization, companyId: null }, { unattended: true }),
    ),
  );
  expect(found).toEqual(alone);
});

test("of sessions that are checked again together, those that have ended are refused, and those alone", async () => {
  const [ended, left, stranger, ...others] = people;
  if (!ended || !left || !stranger) throw new Error("too few people");
  await adminDb().session.updateMany({
    where: { userId: ended.person.userId },
    data: { revokedAt: new Date() },
  });
  await adminDb().membership.deleteMany({ where: { userId: left.person.userId } });
  const checks = await Promise.allSettled([
    recheck(ended.token),
    recheck(left.token),
    recheck("TOKEN no-such-token"),
    recheck(stranger.token, ended.companyId),
    ...others.map(({ token, companyId }) => recheck(token, companyId)),
  ]);
  expect(checks.map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
    "rejected",
    "rejected",
    ...others.map(() => "fulfilled"),
  ]);
});
