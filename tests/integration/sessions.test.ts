import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_SESSIONS } from "@/server/accounts/sessions";
import { db } from "@/server/platform/db";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1";

let person: TestCompany;

beforeEach(async () => {
  person = await signUp();
});

/** Adds a session; the list shows `agent` and `address`. */
async function signInAgain(agent = "", address = ""): Promise<string> {
  const answer = await call("POST", "/user/login/api/", {
    body: { username: person.username, password: person.password },
    headers: { "user-agent": agent, "x-forwarded-for": address },
  });
  expect(answer.status).toBe(200);
  return answer.body.token;
}

const statusOf = async (token: string) => (await call("GET", "/user/profile/", { token })).status;

async function sessionsOf(token: string) {
  const { sessions } = await ok("GET", "/user/sessions/", token);
  return sessions as { id: string; device: string; ip_address: string; current: boolean }[];
}

async function currentId(token: string): Promise<string> {
  const current = (await sessionsOf(token)).find((session) => session.current);
  if (!current) throw new Error("the list does not mark the session that asks");
  return current.id;
}

const lastSeen = (id: string, milliseconds: number) =>
  db("accounts").session.update({
    where: { id },
    data: { lastSeenAt: new Date(Date.now() - milliseconds) },
  });

describe("a person's sessions", () => {
  test("the list shows device and address, marks the current session, and shows no other person's", async () => {
    await signUp();
    const phone = await signInAgain(SAFARI, "203.0.113.7");
    const desk = await signInAgain(FIREFOX, "198.51.100.4");
    const sessions = await sessionsOf(phone);
    expect(sessions).toHaveLength(3);
    expect(sessions).toContainEqual(
      expect.objectContaining({
        device: "Safari on iPhone",
        ip_address: "203.0.113.7",
        current: true,
      }),
    );
    expect(sessions).toContainEqual(
      expect.objectContaining({ device: "Firefox on Windows", current: false }),
    );
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(await currentId(desk)).not.toBe(await currentId(phone));
  });

  test("an ended one answers 401 and leaves the list; the others continue", async () => {
    const other = await signInAgain();
    const id = await currentId(other);
    await ok("POST", "/user/sessions/end/", person.token, { session_id: id });
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(person.token)).toBe(200);
    expect((await sessionsOf(person.token)).map((session) => session.id)).not.toContain(id);
    const again = await call("POST", "/user/sessions/end/", {
      token: person.token,
      body: { session_id: id },
    });
    expect(again.status).toBe(404);
  });

  test("beyond the limit, a new one ends the one used longest ago", async () => {
    const { userId, companyId } = await db("accounts").session.findFirstOrThrow({
      where: { user: { username: person.username } },
    });
    const rows = Array.from({ length: MAX_SESSIONS - 1 }, (_, nth) => ({
      ...{ userId, companyId, expiresAt: new Date(Date.now() + 3_600_000) },
      tokenHash: randomBytes(32),
      lastSeenAt: new Date(Date.now() - (nth + 1) * 1_000),
    }));
    await db("accounts").session.createMany({ data: rows });
    await lastSeen(await currentId(person.token), 60_000);
    expect(await sessionsOf(person.token)).toHaveLength(MAX_SESSIONS);
    // Listing was a use of it.
    await lastSeen(await currentId(person.token), 600_000);
    const latest = await signInAgain();
    expect(await sessionsOf(latest)).toHaveLength(MAX_SESSIONS);
    expect(await statusOf(person.token)).toBe(401);
  });

  test("another person's session is 404 and stays", async () => {
    const stranger = await signUp();
    const id = await currentId(person.token);
    const answer = await call("POST", "/user/sessions/end/", {
      token: stranger.token,
      body: { session_id: id },
    });
    expect(answer.status).toBe(404);
    expect(await statusOf(person.token)).toBe(200);
  });

  test("signing out everywhere keeps this session or ends it too, as chosen", async () => {
    const stranger = await signUp();
    const [one, two] = [await signInAgain(), await signInAgain()];
    const kept = await ok("POST", "/user/sessions/end-all/", two, { keep_current: true });
    expect(kept.ended).toBe(2);
    expect([await statusOf(person.token), await statusOf(one), await statusOf(two)]).toEqual([
      401, 401, 200,
    ]);
    const all = await ok("POST", "/user/sessions/end-all/", two, { keep_current: false });
    expect(all.ended).toBe(1);
    expect(await statusOf(two)).toBe(401);
    expect(await statusOf(stranger.token)).toBe(200);
  });

  test("every end leaves an audit row", async () => {
    const other = await signInAgain();
    const id = await currentId(other);
    await ok("POST", "/user/sessions/end/", person.token, { session_id: id });
    await ok("POST", "/user/sessions/end-all/", person.token, {});
    await ok("POST", "/user/logout/api/", person.token);
    const owner = await db("accounts").user.findUniqueOrThrow({
      where: { usernameKey: person.username },
      include: { memberships: true },
    });
    const companyId = owner.memberships[0]?.companyId ?? "";
    const { mintCompanyId } = await import("@/server/platform/company-id");
    const rows = await db({ companyId: mintCompanyId(companyId) }).auditEvent.findMany({
      where: { userId: owner.id, action: { startsWith: "session" } },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      "session.ended",
      "sessions.ended",
      "session.ended",
    ]);
  });
});

describe("ended tokens", () => {
  test("a stolen token is useless after its owner has logged out", async () => {
    const stolen = person.token;
    await ok("POST", "/user/logout/api/", person.token);
    expect(await statusOf(stolen)).toBe(401);
    expect(await statusOf(await signInAgain())).toBe(200);
  });

  test("a session ends at its time, not a moment before", async () => {
    const id = await currentId(person.token);
    const expireIn = (milliseconds: number) =>
      db("accounts").session.update({
        where: { id },
        data: { expiresAt: new Date(Date.now() + milliseconds) },
      });
    await expireIn(60_000);
    expect(await statusOf(person.token)).toBe(200);
    await expireIn(-1);
    expect(await statusOf(person.token)).toBe(401);
    expect(await sessionsOf(await signInAgain())).toHaveLength(1);
  });

  test("no cookie signs in to the API", async () => {
    const token = person.token.replace("TOKEN ", "");
    for (const name of ["deposit-matcher.session", "authToken", "Authorization"]) {
      const answer = await call("GET", "/user/profile/", {
        headers: { cookie: `${name}=${token}` },
      });
      expect(answer.status).toBe(401);
    }
  });
});

describe("auto logout", () => {
  const path = "/user/auto-logout/api/";
  const choose = (enabled: boolean, minutes: number) =>
    ok("PUT", path, person.token, { auto_logout_enabled: enabled, session_timeout: minutes });

  test("is off, with 30 minutes, until changed; then the choice reads back", async () => {
    expect(await ok("GET", path, person.token)).toEqual({
      auto_logout_enabled: false,
      session_timeout: 30,
    });
    for (const minutes of [15, 30, 60, 120]) {
      expect(await choose(true, minutes)).toEqual({ message: "Settings saved successfully" });
      expect(await ok("GET", path, person.token)).toEqual({
        auto_logout_enabled: true,
        session_timeout: minutes,
      });
    }
  });

  test.each([0, 14, 45, 121, "30", null, 30.5])("%s minutes are refused", async (minutes) => {
    const answer = await call("PUT", path, {
      token: person.token,
      body: { auto_logout_enabled: true, session_timeout: minutes },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty("session_timeout");
    expect((await ok("GET", path, person.token)).auto_logout_enabled).toBe(false);
  });

  test.each([15, 30, 60, 120])(
    "after %i minutes without activity, and no sooner",
    async (minutes) => {
      await choose(true, minutes);
      const id = await currentId(person.token);
      await lastSeen(id, minutes * 60_000 - 5_000);
      expect(await statusOf(person.token)).toBe(200);
      await lastSeen(id, minutes * 60_000 + 1);
      const answer = await call("GET", "/user/profile/", { token: person.token });
      expect(answer.status).toBe(401);
      expect(answer.body.message).toBe("You were signed out because of inactivity.");
    },
  );

  test("activity restarts the time, to the second", async () => {
    await choose(true, 15);
    const id = await currentId(person.token);
    const began = Date.now();
    await lastSeen(id, 5_000);
    expect(await statusOf(person.token)).toBe(200);
    const { lastSeenAt } = await db("accounts").session.findUniqueOrThrow({ where: { id } });
    expect(lastSeenAt.getTime()).toBeGreaterThan(began - 1_000);
  });

  test("while it is off, no time without activity ends a session", async () => {
    const id = await currentId(person.token);
    await lastSeen(id, 29 * 86_400_000);
    expect(await statusOf(person.token)).toBe(200);
  });

  test("an ended session does not return with a longer time, or with none", async () => {
    const other = await signInAgain();
    const id = await currentId(person.token);
    await choose(true, 15);
    await lastSeen(id, 16 * 60_000);
    for (const enabled of [true, false]) {
      await ok("PUT", path, other, { auto_logout_enabled: enabled, session_timeout: 120 });
      expect(await statusOf(person.token)).toBe(401);
    }
    expect((await sessionsOf(other)).map((session) => session.id)).not.toContain(id);
  });
});
