import { describe, expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { addMember, notifiedCompany, sendNotification } from "../support/notified";

const DEFAULTS = {
  email_successful_matches: true,
  email_match_suggestions: true,
  email_integration_issues: true,
  email_weekly_summary: false,
  real_time_alerts: true,
  sound_alerts: false,
};

describe("settings", () => {
  test("are as documented until changed", async () => {
    const { owner } = await notifiedCompany();
    expect(await ok("GET", "/settings/notifications/", owner.token)).toEqual(DEFAULTS);
  });

  test("belong to each person", async () => {
    const { owner, companyId } = await notifiedCompany();
    const other = await addMember(companyId);
    const changed = Object.fromEntries(Object.entries(DEFAULTS).map(([name, on]) => [name, !on]));
    const saved = await ok("PUT", "/settings/notifications/", owner.token, changed);
    expect(saved.message).toBe("Settings saved successfully");
    expect(await ok("GET", "/settings/notifications/", owner.token)).toEqual(changed);
    const theirs = await adminDb().membership.findUniqueOrThrow({
      where: { companyId_userId: { companyId, userId: other.userId } },
    });
    expect(theirs).toMatchObject({ emailMatches: true, emailWeeklySummary: false });
  });
});

describe("an event", () => {
  test("notifies everyone once, however often it is noticed", async () => {
    const { ctx, companyId, owner } = await notifiedCompany();
    const { userId } = await addMember(companyId);
    const noticed = await Promise.all(
      [1, 2, 3, 4].map(() => sendNotification(ctx, { event: "sync-1" })),
    );
    expect(noticed.filter(Boolean)).toHaveLength(1);
    expect(await sendNotification(ctx, { event: "sync-1" })).toBe(false);
    const rows = await adminDb().notification.findMany({ where: { companyId } });
    expect(rows.map((row) => row.userId).sort()).toEqual([owner.userId, userId].sort());
  });

  test("of a failed transaction is not notified", async () => {
    const { ctx, companyId } = await notifiedCompany();
    const failing = db(ctx).$transaction(async (tx) => {
      const { notify } = await import("@/server/notifications/notify");
      await notify(tx, ctx, { event: "e", kind: "issue", title: "T", body: "", link: "/x" });
      throw new Error("something later");
    });
    await expect(failing).rejects.toThrow("something later");
    expect(await adminDb().notification.count({ where: { companyId } })).toBe(0);
    expect(await sendNotification(ctx, { event: "e" })).toBe(true);
  });

  test("is counted in an unread notification of its kind", async () => {
    const { ctx, owner } = await notifiedCompany();
    const group = { key: "posting", title: "{n} deposits couldn't be posted", link: "/all" };
    for (const id of [1, 2, 3]) {
      await sendNotification(ctx, {
        event: `p${id}`,
        title: `Deposit ${id}`,
        link: `/${id}`,
        group,
      });
    }
    await sendNotification(ctx, { event: "p3", title: "Deposit 3", link: "/3", group });
    const first = await ok("GET", "/notifications/", owner.token);
    expect(first.notifications).toHaveLength(1);
    const [grouped] = first.notifications;
    expect(grouped).toMatchObject({ title: "3 deposits couldn't be posted", link: "/all" });

    await ok("POST", "/notifications/read/", owner.token, { ids: [grouped.id] });
    await sendNotification(ctx, { event: "p4", title: "Deposit 4", link: "/4", group });
    const { notifications } = await ok("GET", "/notifications/", owner.token);
    expect(
      notifications.map(({ title, read }: { title: string; read: boolean }) => [title, read]),
    ).toEqual([
      ["Deposit 4", false],
      ["3 deposits couldn't be posted", true],
    ]);
  });

  test("is counted exactly when concurrent", async () => {
    const { ctx, owner } = await notifiedCompany();
    const group = { key: "posting", title: "{n} deposits", link: "/all" };
    await Promise.all(
      Array.from({ length: 40 }, (_, id) =>
        sendNotification(ctx, { event: `p${id}`, title: "1", group }),
      ),
    );
    const { notifications, unread } = await ok("GET", "/notifications/", owner.token);
    expect(notifications.map(({ title }: { title: string }) => title)).toEqual(["40 deposits"]);
    expect(unread).toBe(1);
  });
});

describe("the list", () => {
  test("is newest first, page by page, without gaps or repeats", async () => {
    const { ctx, owner, companyId } = await notifiedCompany();
    for (let n = 0; n < 25; n += 1) await sendNotification(ctx, { event: `e${n}`, title: `N${n}` });
    // Several with the same time: paging must not lose any.
    await adminDb().notification.updateMany({
      where: { companyId, title: { in: ["N9", "N10", "N11", "N12"] } },
      data: { createdAt: new Date("2026-01-01") },
    });
    const titles: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = await ok("GET", `/notifications/?page_size=4${query}`, owner.token);
      expect(page.notifications.length).toBeLessThanOrEqual(4);
      titles.push(...page.notifications.map(({ title }: { title: string }) => title));
      cursor = page.next_cursor;
    }
    expect(titles.slice(0, 2)).toEqual(["N24", "N23"]);
    expect(titles).toHaveLength(25);
    expect(new Set(titles).size).toBe(25);
  });

  test("counts unread ones, and marks some or all", async () => {
    const { ctx, owner } = await notifiedCompany();
    for (let n = 0; n < 5; n += 1) await sendNotification(ctx, { event: `e${n}` });
    const count = () => ok("GET", "/notifications/count/", owner.token);
    const { notifications } = await ok("GET", "/notifications/", owner.token);
    expect(await count()).toEqual({ unread: 5, newest_at: notifications[0].created_at });
    const ids = notifications.slice(0, 2).map(({ id }: { id: string }) => id);
    const marked = await ok("POST", "/notifications/read/", owner.token, { ids });
    expect(marked.unread).toBe(3);
    expect((await count()).newest_at).toBe(notifications[2].created_at);
    await ok("POST", "/notifications/read/", owner.token, { all: true });
    expect(await count()).toEqual({ unread: 0, newest_at: null });
  });

  test("takes either ids or all", async () => {
    const { owner } = await notifiedCompany();
    for (const body of [{}, { all: false }, { ids: [] }, { ids: ["x"] }, { all: true, ids: [] }]) {
      const { status } = await call("POST", "/notifications/read/", { token: owner.token, body });
      expect(status, JSON.stringify(body)).toBe(400);
    }
  });

  test("is private to its person, within the company too", async () => {
    const [mine, theirs] = [await notifiedCompany(), await notifiedCompany()];
    const colleague = await addMember(mine.companyId);
    await sendNotification(mine.ctx, { event: "e", title: "Mine" });
    await sendNotification(theirs.ctx, { event: "e", title: "Theirs" });
    const { notifications } = await ok("GET", "/notifications/", mine.owner.token);
    expect(notifications.map(({ title }: { title: string }) => title)).toEqual(["Mine"]);
    const strangers = await adminDb().notification.findMany({
      where: { OR: [{ companyId: theirs.companyId }, { userId: colleague.userId }] },
    });
    for (const { id } of strangers) {
      const body = { ids: [notifications[0].id, id] };
      const { status } = await call("POST", "/notifications/read/", {
        token: mine.owner.token,
        body,
      });
      expect(status).toBe(404);
    }
    await ok("POST", "/notifications/read/", mine.owner.token, { all: true });
    const unread = await adminDb().notification.count({
      where: { id: { in: strangers.map(({ id }) => id) }, readAt: null },
    });
    expect(unread).toBe(2);
  });
});

test("is polled without keeping a session alive", async () => {
  const { owner } = await notifiedCompany();
  const before = new Date(Date.now() - 10 * 60_000);
  const where = { userId: owner.userId };
  await adminDb().session.updateMany({ where, data: { lastSeenAt: before } });
  for (const path of ["/notifications/count/", "/notifications/"])
    await ok("GET", path, owner.token);
  const seen = async () => (await adminDb().session.findFirstOrThrow({ where })).lastSeenAt;
  expect(await seen()).toEqual(before);
  await ok("GET", "/settings/notifications/", owner.token);
  expect((await seen()).getTime()).toBeGreaterThan(before.getTime());
});
