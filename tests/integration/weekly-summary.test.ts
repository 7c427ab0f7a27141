import { describe, expect, test } from "vitest";
import { openMail } from "@/server/mail/queued-mail";
import { dueSummaries, writeWeeklySummary } from "@/server/notifications/write-weekly-summary";
import { closeDb } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { addMember, type NotifiedCompany, notifiedCompany } from "../support/notified";

/** A company old enough for a summary, whose owner wants it. */
async function wantingCompany(timeZone: string): Promise<NotifiedCompany> {
  const company = await notifiedCompany();
  const { companyId } = company;
  await adminDb().company.update({
    where: { id: companyId },
    data: { name: "Acme", createdAt: new Date("2026-01-01") },
  });
  await adminDb().companySettings.upsert({
    where: { companyId },
    create: { companyId, timeZone, dateFormat: "ymd" },
    update: { timeZone, dateFormat: "ymd" },
  });
  await adminDb().membership.updateMany({
    where: { companyId },
    data: { emailWeeklySummary: true },
  });
  return company;
}

async function seed(
  companyId: string,
  deposits: {
    day: string;
    status: "pending" | "matched" | "posted";
    amount: bigint;
    currency?: string;
  }[],
) {
  const integration = await adminDb().integration.create({
    data: {
      companyId,
      provider: "stripe",
      externalAccountId: `acct-${companyId}`,
      credentials: new Uint8Array([1]),
    },
  });
  await adminDb().deposit.createMany({
    data: deposits.map(({ day, status, amount, currency = "USD" }, n) => ({
      companyId,
      integrationId: integration.id,
      providerId: `po_${n}`,
      payoutStatus: "paid",
      itemized: false,
      txnDate: new Date(day),
      status,
      amount,
      currency,
      ...(status === "posted" && { quickbooksId: `${n}` }),
    })),
  });
}

async function mailsTo(address: string) {
  const mails = await Promise.all((await adminDb().mail.findMany()).map(openMail));
  return mails.filter(({ to }) => to === address);
}

const isDue = async ({ companyId }: NotifiedCompany, at: Date) =>
  (await dueSummaries(at)).includes(companyId);

describe("the weekly summary", () => {
  test("shows the week's deposits by state, with sums per currency", async () => {
    const company = await wantingCompany("America/New_York");
    await seed(company.companyId, [
      { day: "2026-11-08", status: "posted", amount: 99_900n },
      { day: "2026-11-09", status: "posted", amount: 120_050n },
      { day: "2026-11-12", status: "posted", amount: 80_000n },
      { day: "2026-11-12", status: "posted", amount: 5_000n, currency: "JPY" },
      { day: "2026-11-15", status: "matched", amount: 1n },
      { day: "2026-11-15", status: "pending", amount: -2_000n },
      { day: "2026-11-16", status: "pending", amount: 77_700n },
    ]);
    await writeWeeklySummary(company.ctx, new Date("2026-11-16T13:00:00Z"));
    const [mail] = await mailsTo(company.owner.email);
    expect(mail?.subject).toBe("Your week: 5 deposits, 3 posted");
    expect(mail?.text).toContain("Deposits from 2026-11-09 to 2026-11-15");
    expect(mail?.text).toMatch(/Posted +3 +5,000\.00 JPY, 2,000\.50 USD\n/);
    expect(mail?.text).toMatch(/Matched +1 +0\.01 USD\n/);
    expect(mail?.text).toMatch(/Suggested +0\n/);
    expect(mail?.text).toMatch(/Pending +1 +−20\.00 USD\n/);
    expect(mail?.text).toContain("Still open: 2 pending, 0 suggested.");
    expect(mail?.html).toContain("2,000.50 USD");
    const notified = await adminDb().notification.findMany({
      where: { companyId: company.companyId },
    });
    expect(notified.map(({ kind, body }) => [kind, body])).toEqual([
      ["summary", "5 deposits: 3 posted, 1 matched, 1 pending."],
    ]);
  });

  test("is sent once per week, with several workers and after restarts", async () => {
    const company = await wantingCompany("America/New_York");
    const monday = new Date("2026-11-16T13:00:00Z");
    await Promise.all([1, 2, 3, 4].map(() => writeWeeklySummary(company.ctx, monday)));
    await closeDb();
    await writeWeeklySummary(company.ctx, new Date("2026-11-17T09:00:00Z"));
    expect(await mailsTo(company.owner.email)).toHaveLength(1);
    expect(await isDue(company, monday)).toBe(false);
    await writeWeeklySummary(company.ctx, new Date("2026-11-23T13:00:00Z"));
    expect(await mailsTo(company.owner.email)).toHaveLength(2);
  });

  test("is sent only to the company's members who want it", async () => {
    const company = await wantingCompany("America/New_York");
    const colleague = await addMember(company.companyId);
    const stranger = await wantingCompany("America/New_York");
    await writeWeeklySummary(company.ctx, new Date("2026-11-16T13:00:00Z"));
    expect(await mailsTo(company.owner.email)).toHaveLength(1);
    for (const { email } of [colleague, stranger.owner]) expect(await mailsTo(email)).toEqual([]);
  });

  test.each([
    ["clocks went forward", "America/New_York", "2026-03-09T11:59:59Z", "2026-03-09T12:00:00Z"],
    ["clocks went back", "America/New_York", "2026-11-02T12:59:59Z", "2026-11-02T13:00:00Z"],
    ["forward, in Europe", "Europe/London", "2026-03-30T06:59:59Z", "2026-03-30T07:00:00Z"],
    ["back, in Europe", "Europe/London", "2026-10-26T07:59:59Z", "2026-10-26T08:00:00Z"],
  ])("is sent at 8 in the morning after %s (%s)", async (_, zone, early, onTime) => {
    const company = await wantingCompany(zone);
    expect(await isDue(company, new Date(early))).toBe(false);
    await writeWeeklySummary(company.ctx, new Date(early));
    expect(await mailsTo(company.owner.email)).toEqual([]);
    expect(await isDue(company, new Date(onTime))).toBe(true);
    await writeWeeklySummary(company.ctx, new Date(onTime));
    expect(await mailsTo(company.owner.email)).toHaveLength(1);
  });

  test("deletes records older than half a year", async () => {
    const company = await wantingCompany("America/New_York");
    const { companyId, owner } = company;
    const row = { companyId, userId: owner.userId, kind: "issue" as const };
    await adminDb().notification.createMany({
      data: [
        { ...row, title: "old", createdAt: new Date(Date.now() - 200 * 86_400_000) },
        { ...row, title: "young" },
      ],
    });
    await writeWeeklySummary(company.ctx, new Date("2026-11-16T13:00:00Z"));
    const left = await adminDb().notification.findMany({ where: { companyId, kind: "issue" } });
    expect(left.map(({ title }) => title)).toEqual(["young"]);
  });
});
