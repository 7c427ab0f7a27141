import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMail } from "@/server/mail/queued-mail";
import { writeDueMails } from "@/server/notifications/write-due-mails";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { type MailServer, startMailServer } from "../support/mail-server";
import { addMember, letMailsBeDue, notifiedCompany, sendNotification } from "../support/notified";
import { startWorkers } from "../support/worker";

let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  process.env.SMTP_URL = mailServer.url;
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
  await mailServer.close();
});

/** Mails waiting for an address. */
async function mailsTo(address: string) {
  const rows = await adminDb().mail.findMany({ orderBy: { createdAt: "asc" } });
  const mails = await Promise.all(rows.map(openMail));
  return mails.filter(({ to }) => to === address);
}

const KINDS = ["match", "suggestion", "issue"] as const;
const TOGGLES = {
  match: "email_successful_matches",
  suggestion: "email_match_suggestions",
  issue: "email_integration_issues",
} as const;

describe("a mail", () => {
  test.each(KINDS)("of the kind %s is sent while it is enabled", async (kind) => {
    const { ctx, companyId, owner } = await notifiedCompany();
    await sendNotification(ctx, { event: "1", kind, title: "Wanted" });
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual(["Wanted"]);

    const settings = await ok("GET", "/settings/notifications/", owner.token);
    const without = { ...settings, [TOGGLES[kind]]: false };
    await ok("PUT", "/settings/notifications/", owner.token, without);
    await sendNotification(ctx, { event: "2", kind, title: "Unwanted" });
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    expect(await mailsTo(owner.email)).toHaveLength(1);
    // The list shows it anyway.
    const { notifications } = await ok("GET", "/notifications/", owner.token);
    expect(notifications[0].title).toBe("Unwanted");

    // Enabled again: earlier events are not mailed after all.
    await ok("PUT", "/settings/notifications/", owner.token, settings);
    await sendNotification(ctx, { event: "3", kind, title: "Wanted again" });
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    const [, last] = await mailsTo(owner.email);
    expect(last?.subject).toBe("Wanted again");
    expect(last?.text).not.toContain("Unwanted");
  });

  test("disabled before it is due is not written", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    await sendNotification(ctx, { event: "1" });
    await adminDb().membership.updateMany({
      where: { companyId },
      data: { emailIssues: false },
    });
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  test("groups what belongs together, most important first", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    await sendNotification(ctx, {
      event: "1",
      kind: "match",
      title: "12 deposits matched",
      body: "9.00 USD",
    });
    await sendNotification(ctx, {
      event: "2",
      kind: "suggestion",
      title: "2 are waiting",
      link: "/dashboard",
    });
    await sendNotification(ctx, { event: "3", kind: "issue", title: "Connect <again>" });
    await writeDueMails(ctx);
    expect(await mailsTo(owner.email), "too early").toEqual([]);
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^2 things to review at \S/),
    ]);
    const [{ text, html = "" } = { text: "" }] = mails;
    expect(text).toMatch(/Connect <again>[\s\S]*2 are waiting[\s\S]*12 deposits matched\n9.00 USD/);
    expect(text).toContain(`http://localhost:3000/dashboard?company=${companyId}\n`);
    expect(text).toContain(`http://localhost:3000/settings?tab=notifications&company=${companyId}`);
    expect(html).toContain("Connect &lt;again&gt;");
    expect(html).toContain("settings?tab=notifications");
  });

  test("combines about forty refusals, and the next follows an hour later", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    const group = { key: "posting", title: "{n} deposits couldn't be posted", link: "/all" };
    for (let n = 0; n < 40; n += 1)
      await sendNotification(ctx, { event: `p${n}`, title: "1 deposit", group });
    await letMailsBeDue(companyId);
    await Promise.all([writeDueMails(ctx), writeDueMails(ctx), writeDueMails(ctx)]);
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["40 deposits couldn't be posted"]);

    await sendNotification(ctx, { event: "p40", title: "1 deposit", group });
    const [row] = await adminDb().$queryRaw<{ pause: number }[]>`
      SELECT extract(epoch FROM due_at - sent_at)::float8 AS pause FROM notification_mails
      WHERE company_id = ${companyId}::uuid`;
    expect(row?.pause).toBe(3_600);
    await writeDueMails(ctx);
    expect(await mailsTo(owner.email)).toHaveLength(1);
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    expect((await mailsTo(owner.email)).at(-1)?.subject).toBe("41 deposits couldn't be posted");
  });

  test("is short enough to read", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    for (let n = 0; n < 20; n += 1)
      await sendNotification(ctx, { event: `e${n}`, title: `Number ${n}.` });
    await letMailsBeDue(companyId);
    await writeDueMails(ctx);
    const [mail] = await mailsTo(owner.email);
    expect(mail?.text.match(/Number \d+\./g)).toHaveLength(15);
    expect(mail?.text).toContain("And 5 more");
  });

  test("follows each user's settings, and is sent to no other company", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    const colleague = await addMember(companyId);
    const stranger = await notifiedCompany();
    const key = { companyId, userId: colleague.userId };
    await adminDb().membership.update({
      where: { companyId_userId: key },
      data: { emailMatches: false },
    });
    await sendNotification(ctx, { event: "1", kind: "match", title: "Matched" });
    await sendNotification(ctx, { event: "2", kind: "issue", title: "Problem" });
    for (const each of [companyId, stranger.companyId]) await letMailsBeDue(each);
    await writeDueMails(stranger.ctx);
    expect(await mailsTo(owner.email)).toEqual([]);
    await writeDueMails(ctx);
    expect((await mailsTo(owner.email))[0]?.text).toContain("Matched");
    const [theirs] = await mailsTo(colleague.email);
    expect(theirs?.subject).toBe("Problem");
    expect(theirs?.text).not.toContain("Matched");
    expect(await mailsTo(stranger.owner.email)).toEqual([]);
  });

  test("is sent once by the workers, in both forms", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    await sendNotification(ctx, { event: "1", title: "Reconnect Stripe" });
    await letMailsBeDue(companyId);
    const workers = await startWorkers();
    const [mail] = await mailServer.waitFor(owner.email);
    await workers.stop();
    expect(mail?.raw).toContain("Subject: Reconnect Stripe");
    expect(mail?.raw).toContain("multipart/alternative");
    expect(mail?.raw).toContain("text/html");
    const received = mailServer.received.filter(({ to }) => to.includes(owner.email));
    expect(received).toHaveLength(1);
  });
});
