import { beforeEach, expect, test } from "vitest";
import type { StoredOutcome } from "@/server/line-decisions/rules/stored-rule";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import type { MatchingBooks } from "../support/matching-books";
import { join, seedCompany, seedPerson } from "../support/members";
import { ACCOUNT, newBooks, seedRule } from "./rules/seeded-rules";

const WAIT: StoredOutcome = { do: "wait", days: 10, note: "Shop app" };

let books: MatchingBooks;

beforeEach(async () => {
  books = await newBooks();
  await adminDb().companySettings.update({
    where: { companyId: books.companyId },
    data: {
      ...{ algorithm: "exact", autoMatch: false, autoPost: true, dailySync: false },
      ...{ dateFormat: "dmy", timeZone: "Europe/London" },
    },
  });
});

const create = (token: string, copy_from?: string) =>
  call("POST", "/companies/", { token, body: { company_name: "Rosewood", copy_from } });

const settingsOf = (companyId: string) =>
  adminDb().companySettings.findUniqueOrThrow({ where: { companyId } });
const rulesOf = (companyId: string) =>
  adminDb().rule.findMany({ where: { companyId }, orderBy: { position: "asc" } });

test("a new company begins with the settings of another one, and with its rules that name nothing of its books", async () => {
  const { companyId, token, userId } = books;
  const wait = await seedRule(books, { description: "Donation" }, WAIT);
  await seedRule(books, {}, ACCOUNT, { position: 2 });
  const { name } = await adminDb().company.findUniqueOrThrow({ where: { id: companyId } });
  const { status, body } = await create(token, companyId);
  expect([status, body.message]).toEqual([
    200,
    `Rosewood was created. The settings and 1 rule of ${name} were copied. 1 rule names accounts or products of its books and was left out.`,
  ]);
  const made = body.company.id;
  expect(await settingsOf(made)).toMatchObject({
    ...{ algorithm: "exact", autoMatch: false, dailySync: false },
    ...{ dateFormat: "dmy", timeZone: "Europe/London" },
    // Nothing is posted before a review.
    autoPost: false,
  });
  const [copy, ...more] = await rulesOf(made);
  expect(more).toEqual([]);
  expect(copy).toMatchObject({
    ...{ ledgerId: null, createdBy: userId, active: true, source: "stripe" },
    ...{ conditions: wait.conditions, outcome: wait.outcome },
  });
  expect(await rulesOf(companyId)).toHaveLength(2);
  expect(await adminDb().integration.count({ where: { companyId: made } })).toBe(0);
});

test("deleted rules are not copied, and a company that copies from none has the defaults", async () => {
  const { companyId, token } = books;
  const { id } = await seedRule(books, {}, WAIT);
  await adminDb().rule.update({
    where: { companyId_id: { companyId, id } },
    data: { active: false, deletedAt: new Date() },
  });
  const copied = await create(token, companyId);
  expect(await rulesOf(copied.body.company.id)).toEqual([]);
  const plain = await create(token);
  expect(plain.body.message).toBe("Rosewood was created");
  expect(await settingsOf(plain.body.company.id)).toMatchObject({
    ...{ algorithm: "smart", dateFormat: "mdy", timeZone: "America/New_York" },
  });
});

test("nothing is copied, and nothing is created, from a company that the user can't change", async () => {
  const person = await seedPerson();
  const own = await seedCompany();
  await join(own, person, "owner");
  const token = await person.signIn(own);
  expect((await create(token, books.companyId)).status).toBe(404);
  await join(books.companyId, person, "bookkeeper");
  const refused = await create(token, books.companyId);
  expect([refused.status, refused.body.code]).toEqual([403, "role_too_low"]);
  const { companies } = await ok("GET", "/companies/", token);
  expect(companies).toHaveLength(2);
});
