import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import type { StoredOutcome } from "@/server/line-decisions/rules/stored-rule";
import { FIXED_DAY } from "@/tools/worlds/worlds";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectQuickBooks, seedAccounts } from "../support/company";
import type { MatchingBooks } from "../support/matching-books";
import { join, seedCompany, seedPerson } from "../support/members";
import { type Running, settled, startWorkers } from "../support/worker";
import { inWorld } from "../support/world";
import { ACCOUNT, conditions, newBooks, seedRule } from "./rules/seeded-rules";

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
    `Rosewood was created. The settings and 1 rule of ${name} were copied. 1 rule with accounts, products or classes will be looked up by name once the new books are connected.`,
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

describe("what names something of the books", () => {
  let emulators: Emulators;
  let workers: Running;
  beforeAll(async () => {
    emulators = await startEmulators({ seed: 6, today: FIXED_DAY, company: "empty" });
    Object.assign(process.env, emulators.env);
    workers = await startWorkers();
  });
  afterAll(async () => {
    await workers.stop();
    await emulators.close();
  });

  interface Stored {
    bankId?: string;
    categoryId?: string;
    categoryName?: string;
    "account:refund"?: object;
  }
  async function integrationOf(companyId: string, provider: "stripe" | "quickbooks") {
    const row = await adminDb().integration.findFirstOrThrow({ where: { companyId, provider } });
    return { ...row, settings: row.settings as Stored };
  }

  test("is looked up by name once the new company has books, and what isn't found is said", async () => {
    const { companyId, token, user } = await inWorld("connected", emulators);
    await seedAccounts(emulators, user.username, { refund: "Refunds and Allowances" });
    const stripe = await integrationOf(companyId, "stripe");
    const nowhere = { id: "7777", name: "Nowhere" };
    await adminDb().integration.update({
      where: { companyId_id: { companyId, id: stripe.id } },
      data: {
        settings: {
          ...stripe.settings,
          // Of other books: the ids of these.
          categoryId: "8888",
          "account:dispute": { ...nowhere, currency: "USD" },
          "receipt:memo": "Online sale",
          "line:customer": nowhere,
        },
      },
    });
    const { id: ledgerId } = await integrationOf(companyId, "quickbooks");
    await adminDb().rule.createMany({
      data: ["Chargebacks", "Nowhere"].map((name, position) => ({
        ...{ companyId, position, active: true, source: "stripe" as const, ledgerId },
        conditions: conditions(),
        outcome: { do: "account", account: { id: "8888", name }, customer: null, class: null },
      })),
    });

    const { body } = await create(token, companyId);
    const made: string = body.company.id;
    expect(JSON.stringify((await settingsOf(made)).copied)).not.toMatch(/7777|8888/);
    await ok("POST", "/companies/switch/", token, { company_id: made });
    await ok("POST", "/stripe/connect/", token, {
      secret_key: emulators.credentials.stripeOwnersKey,
    });
    await settled(token);
    expect((await integrationOf(made, "stripe")).settings).toEqual({});
    await connectQuickBooks(token);
    await settled(token);

    const from = stripe.settings;
    const { settings } = await integrationOf(made, "stripe");
    expect(settings).toMatchObject({
      ...{ categoryId: from.categoryId, categoryName: from.categoryName },
      "account:refund": from["account:refund"],
      "receipt:memo": "Online sale",
    });
    expect(settings).not.toHaveProperty("account:dispute");
    expect(settings).not.toHaveProperty("line:customer");
    const bankId = async (id: string) => (await integrationOf(id, "quickbooks")).settings.bankId;
    expect(await bankId(made)).toBeDefined();
    expect(await bankId(made)).toBe(await bankId(companyId));
    expect((await settingsOf(made)).copied).toBeNull();

    const own = await integrationOf(made, "quickbooks");
    expect(await rulesOf(made)).toMatchObject([
      { active: false, ledgerId: own.id, outcome: { account: { name: "Chargebacks" } } },
    ]);
    const [told] = await adminDb().notification.findMany({
      where: { companyId: made, title: { contains: "taken over" } },
    });
    expect(told?.body).toMatch(/^Not in QuickBooks.*, or there twice: Nowhere\. /);
    expect(told?.body).toContain("1 of 2 rules taken over, switched off.");
  });
});
