import { beforeEach, describe, expect, test } from "vitest";
import { dueReaders, writeCompaniesSummary } from "@/server/accounts/people/companies-summary";
import { writeWeeklySummary } from "@/server/notifications/write-weekly-summary";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { waitingMails } from "../support/confirmation";
import { type Person, seedCompany, seedPerson } from "../support/members";

const ZONE = "America/New_York";
/** Monday, eight in New York. */
const MONDAY = new Date("2026-11-16T13:00:00Z");
const NEXT_MONDAY = new Date("2026-11-23T13:00:00Z");

let reader: Person;
beforeEach(async () => {
  reader = await oldPerson();
});

async function oldPerson(timeZone: string | null = null): Promise<Person> {
  const person = await seedPerson();
  const createdAt = new Date("2026-01-01");
  await adminDb().user.update({ where: { id: person.userId }, data: { createdAt, timeZone } });
  return person;
}

/** A company old enough for a summary. */
async function oldCompany(name: string, timeZone = ZONE): Promise<string> {
  const id = await seedCompany(name);
  await adminDb().company.update({ where: { id }, data: { createdAt: new Date("2026-01-01") } });
  await adminDb().companySettings.update({
    where: { companyId: id },
    data: { timeZone, dateFormat: "ymd" },
  });
  return id;
}

const want = (companyId: string, { userId }: Person, emailWeeklySummary = true) =>
  adminDb().membership.upsert({
    where: { companyId_userId: { companyId, userId } },
    create: { companyId, userId, role: "bookkeeper", emailWeeklySummary },
    update: { emailWeeklySummary },
  });

async function seed(
  companyId: string,
  deposits: { day: string; status: "pending" | "posted"; amount: bigint; currency?: string }[],
) {
  const { id: integrationId } = await adminDb().integration.create({
    data: {
      ...{ companyId, provider: "stripe", externalAccountId: `acct-${companyId}` },
      credentials: new Uint8Array([1]),
    },
  });
  await adminDb().deposit.createMany({
    data: deposits.map(({ day, currency = "USD", ...deposit }, n) => ({
      ...{ companyId, integrationId, providerId: `po_${n}`, payoutStatus: "paid" as const },
      ...{ itemized: false, txnDate: new Date(day), currency, ...deposit },
      ...(deposit.status === "posted" && { quickbooksId: `${n}` }),
    })),
  });
}

/** Three companies, of which the reader wants two, and one of somebody else. */
async function threeClients() {
  const [harbor, rosewood, off] = [
    await oldCompany("Blue Harbor"),
    await oldCompany("Rosewood"),
    await oldCompany("Switched Off"),
  ];
  await want(harbor, reader);
  await want(rosewood, reader);
  await want(off, reader, false);
  await want(await oldCompany("Foreign"), await oldPerson());
  return { harbor, rosewood, off };
}

const write = (person: Person, at: Date) => writeCompaniesSummary(person.userId, at);
const isDue = async ({ userId }: Person, at: Date) => (await dueReaders(at)).includes(userId);
const writeCompany = (id: string, at: Date) => writeWeeklySummary(systemContext(id), at);

describe("the weekly summary of several companies", () => {
  test("is one mail with what each needs and what was posted, the most urgent first", async () => {
    const { harbor, rosewood, off } = await threeClients();
    await seed(harbor, [
      { day: "2026-11-08", status: "posted", amount: 99_900n },
      { day: "2026-11-09", status: "posted", amount: 120_050n },
      { day: "2026-11-15", status: "posted", amount: 80_000n },
      { day: "2026-11-12", status: "posted", amount: 5_000n, currency: "JPY" },
      { day: "2026-11-16", status: "posted", amount: 77_700n },
    ]);
    await seed(rosewood, [
      { day: "2026-10-02", status: "pending", amount: 100n },
      { day: "2026-11-12", status: "pending", amount: 200n },
    ]);
    await seed(off, [{ day: "2026-11-10", status: "pending", amount: 100n }]);
    for (const id of [harbor, rosewood, off]) await writeCompany(id, MONDAY);
    expect(await waitingMails(reader.email)).toEqual([]);
    expect(await isDue(reader, MONDAY)).toBe(true);
    await write(reader, MONDAY);
    const [mail, ...more] = await waitingMails(reader.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your week: 3 deposits posted, 1 company needs you");
    const text = mail?.text ?? "";
    expect(text).toContain("Deposits from 2026-11-09 to 2026-11-15");
    expect(text).toMatch(/Company +To do +Posted\nRosewood +2 to decide +0\n/);
    expect(text).toMatch(/Blue Harbor +Nothing +3: 5,000\.00 JPY, 2,000\.50 USD\n/);
    expect(text).toContain(`/dashboard?company=${harbor}`);
    expect(text).toContain(`/dashboard?company=${rosewood}`);
    expect(text).toContain("/companies\n");
    expect(text).not.toMatch(/Switched Off|Foreign/);
    expect(mail?.html).toContain("2,000.50 USD");
    // In the product each company tells its own.
    const told = await adminDb().notification.findMany({ where: { userId: reader.userId } });
    expect(told.map(({ companyId }) => companyId).sort()).toEqual([harbor, rosewood].sort());
  });

  test("is sent once per week, with several workers, whatever is switched off or left meanwhile", async () => {
    const { harbor, rosewood } = await threeClients();
    await Promise.all([1, 2, 3, 4].map(() => write(reader, MONDAY)));
    await closeDb();
    await write(reader, new Date("2026-11-17T09:00:00Z"));
    expect(await isDue(reader, MONDAY)).toBe(false);
    // One is left: its own summary would be about the same week.
    await want(rosewood, reader, false);
    await writeCompany(harbor, MONDAY);
    expect(await waitingMails(reader.email)).toHaveLength(1);
    await writeCompany(harbor, NEXT_MONDAY);
    await write(reader, NEXT_MONDAY);
    const subjects = (await waitingMails(reader.email)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual([
      "Your week: 0 deposits posted, 0 companies need you",
      "Your week: 0 deposits, 0 posted",
    ]);
  });

  test("comes at eight by the reader's own clocks, once the week is over in every company", async () => {
    const person = await oldPerson("Pacific/Auckland");
    await want(await oldCompany("Here", "Pacific/Auckland"), person);
    const inLosAngeles = await oldCompany("There", "America/Los_Angeles");
    await want(inLosAngeles, person);
    // Eight on Monday in Auckland is Sunday, eleven, in Los Angeles.
    expect(await isDue(person, new Date("2026-11-15T19:00:00Z"))).toBe(false);
    expect(await isDue(person, new Date("2026-11-16T07:59:59Z"))).toBe(false);
    expect(await isDue(person, new Date("2026-11-16T08:00:00Z"))).toBe(true);
    await want(await oldCompany("Also here", "Pacific/Auckland"), person);
    await want(inLosAngeles, person, false);
    expect(await isDue(person, new Date("2026-11-15T18:59:59Z"))).toBe(false);
    expect(await isDue(person, new Date("2026-11-15T19:00:00Z"))).toBe(true);
  });

  test("by the first company's clocks where the reader has chosen none", async () => {
    await want(await oldCompany("London", "Europe/London"), reader);
    await want(await oldCompany("Paris", "Europe/Paris"), reader);
    expect(await isDue(reader, new Date("2026-11-16T07:59:59Z"))).toBe(false);
    expect(await isDue(reader, new Date("2026-11-16T08:00:00Z"))).toBe(true);
  });

  test("leaves others what they get: who wants one company's gets that company's", async () => {
    const { harbor } = await threeClients();
    const colleague = await oldPerson();
    await want(harbor, colleague);
    await writeCompany(harbor, MONDAY);
    expect(await isDue(colleague, MONDAY)).toBe(false);
    await write(colleague, MONDAY);
    const [mail, ...more] = await waitingMails(colleague.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Blue Harbor");
    expect(mail?.subject).toBe("Your week: 0 deposits, 0 posted");
  });

  test("isn't mailed to an unproved address, nor to a new account", async () => {
    await threeClients();
    const { userId: id } = reader;
    await adminDb().user.update({ where: { id }, data: { emailVerifiedAt: null } });
    expect(await isDue(reader, MONDAY)).toBe(false);
    await write(reader, MONDAY);
    const proved = { emailVerifiedAt: new Date(), createdAt: MONDAY };
    await adminDb().user.update({ where: { id }, data: proved });
    expect(await isDue(reader, MONDAY)).toBe(false);
    await write(reader, MONDAY);
    expect(await waitingMails(reader.email)).toEqual([]);
  });

  test("has nothing of a company that the reader has left", async () => {
    const { harbor, rosewood, off } = await threeClients();
    await want(off, reader);
    const key = { companyId: rosewood, userId: reader.userId };
    await adminDb().membership.delete({ where: { companyId_userId: key } });
    await write(reader, MONDAY);
    const [mail] = await waitingMails(reader.email);
    expect(mail?.text).toContain(harbor);
    expect(mail?.text).not.toMatch(/Rosewood/);
  });

  test("shows forty of three hundred companies, and says how many more there are", async () => {
    const person = await oldPerson(ZONE);
    await adminDb().$executeRaw`
      WITH made AS (INSERT INTO companies (name)
        SELECT 'Client ' || n FROM generate_series(1, 300) n RETURNING id)
      INSERT INTO memberships (company_id, user_id, role, email_weekly_summary)
        SELECT id, ${person.userId}::int, 'bookkeeper', true FROM made`;
    await write(person, MONDAY);
    const [mail] = await waitingMails(person.email);
    expect(mail?.text.match(/Client \d+ /g)).toHaveLength(40);
    expect(mail?.text).toContain("And 260 more in Deposit Matcher.");
  });
});
