import { beforeEach, describe, expect, test } from "vitest";
import { THROTTLE_POLICY } from "@/server/accounts/throttle-policy";
import { db } from "@/server/platform/db";
import { sweepExpired } from "@/server/worker/sweep";
import { codeOf } from "../support/authenticator";
import { call, ok } from "../support/client";
import { signUp, type TestCompany } from "../support/company";
import { later } from "../support/guessing-clock";
import { browser } from "../support/reset";
import { lengthenWaits } from "../support/throttles";

let company: TestCompany;

beforeEach(async () => {
  await db("accounts").throttle.deleteMany();
  company = await signUp();
  // Signing up makes an address known; these tests start from unknown ones.
  await db("accounts").knownAddress.deleteMany();
});

/** What `lengthenWaits` adds, in seconds. */
const HOUR = 3_600;
const GUESS = "not the password";
/** A name that is new to an address counts twice. */
const NAMES = THROTTLE_POLICY.login.address.tries / 2;
/** A network that no other test in this file uses. */
let networks = 0;
const somewhere = () => browser(`203.0.${Math.floor(++networks / 250)}.${networks % 250}`);

describe("guessing a password", () => {
  test("is slowed down more and more, and released later", async () => {
    await lengthenWaits();
    const { username, password } = company;
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await somewhere().login(username, GUESS)).status).toBe(401);
    }
    for (const wait of [2, 4, 8, 16]) {
      const refused = await somewhere().login(username, password);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ code: "rate_limited" });
      expect(refused.body.message).toMatch(
        /^Too many attempts\. Please try again in \d+ minutes\.$/,
      );
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(HOUR + wait);
      await later(HOUR + wait);
      expect((await somewhere().login(username, GUESS)).status).toBe(401);
    }
    await later(HOUR + 32);
    expect((await somewhere().login(username, password)).status).toBe(200);
  });

  test("waits at most twenty minutes, and is reset after a day", async () => {
    const { username, password } = company;
    for (let tries = 0; tries < 5; tries += 1) await somewhere().login(username, GUESS);
    await db("accounts").$executeRaw`UPDATE throttles SET hits = 1000, free_at = now()`;
    expect((await somewhere().login(username, GUESS)).status).toBe(401);
    const refused = await somewhere().login(username, password);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(1_100);
    expect(seconds).toBeLessThanOrEqual(1_200);
    await later(24 * 3_600);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await somewhere().login(username, GUESS)).status).toBe(401);
    }
  });

  test("in parallel does not bypass the counter", async () => {
    await lengthenWaits();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => somewhere().login(company.username, GUESS)),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  });

  test("is counted alike for an unknown name", async () => {
    await lengthenWaits();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      statuses.push((await somewhere().login("nobody-at-all", GUESS)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("counts all spellings of a name as one", async () => {
    await lengthenWaits();
    const { username } = company;
    for (let tries = 0; tries < 5; tries += 1) await somewhere().login(username, GUESS);
    expect((await somewhere().login(username.toUpperCase(), GUESS)).status).toBe(429);
    expect((await somewhere().login(` ${username} `, GUESS)).status).toBe(429);
  });

  test("is reset by the right password", async () => {
    const { username, password } = company;
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) await somewhere().login(username, GUESS);
      expect((await somewhere().login(username, password)).status).toBe(200);
    }
  });
});

describe("guesses don't lock the owner out", () => {
  test("strangers' guesses do not count where the owner signed in before", async () => {
    await lengthenWaits();
    const { username, password } = company;
    const home = somewhere();
    expect((await home.login(username, password)).status).toBe(200);
    for (let tries = 0; tries < 8; tries += 1) await somewhere().login(username, GUESS);
    expect((await somewhere().login(username, password)).status).toBe(429);
    expect((await home.login(username, password)).status).toBe(200);
  });

  test("guesses from the owner's own network are counted too", async () => {
    await lengthenWaits();
    const { username, password } = company;
    const home = somewhere();
    await home.login(username, password);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await home.login(username, GUESS)).status).toBe(401);
    }
    expect((await home.login(username, password)).status).toBe(429);
  });
});

describe("one network address", () => {
  test("tries thirty names an hour, then one from time to time", async () => {
    await lengthenWaits();
    const guesser = somewhere();
    const guesses = await Promise.all(
      Array.from({ length: NAMES + 5 }, (_, index) => guesser.login(`victim-${index}`, GUESS)),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(NAMES);
    const refused = await guesser.login(company.username, company.password);
    expect(refused.status).toBe(429);
    // Other addresses are not affected, nor are the names' own tries used up by refusals.
    expect((await somewhere().login(company.username, company.password)).status).toBe(200);
    await later(HOUR - 60);
    expect((await guesser.login("yet-another", GUESS)).status).toBe(429);
    await later(90);
    expect((await guesser.login("yet-another", GUESS)).status).toBe(401);
  });

  test("counts one name twice at first, then once: an old password uses up no office", async () => {
    const office = somewhere();
    for (let tries = 0; tries < 5; tries += 1) await office.login("forgetful", GUESS);
    await lengthenWaits();
    for (let tries = 0; tries < 20; tries += 1) await office.login("forgetful", GUESS);
    const [row] = await db("accounts").$queryRaw<{ hits: number }[]>`
      SELECT max(hits)::int AS hits FROM throttles`;
    expect(row?.hits).toBe(6);
    expect((await office.login(company.username, company.password)).status).toBe(200);
  });

  test("successful sign-ins neither use up nor reset the limit", async () => {
    const { username, password } = company;
    const office = somewhere();
    for (let tries = 0; tries < 3; tries += 1) await office.login(`colleague-${tries}`, GUESS);
    await office.login(username, password);
    const [row] = await db("accounts").$queryRaw<{ hits: number }[]>`
      SELECT max(hits)::int AS hits FROM throttles`;
    expect(row?.hits).toBe(6);
  });

  test("of IPv6 is its /64", async () => {
    await lengthenWaits();
    await Promise.all(
      Array.from({ length: NAMES }, (_, index) =>
        browser(`2001:db8:1:2::${index}`).login(`victim-${index}`, GUESS),
      ),
    );
    expect((await browser("2001:db8:1:2:ffff::1").login("another", GUESS)).status).toBe(429);
    expect((await browser("2001:db8:1:3::1").login("another", GUESS)).status).toBe(401);
  });

  test("may sign up a hundred accounts in an hour, then one from time to time", async () => {
    await lengthenWaits();
    const { tries } = THROTTLE_POLICY["sign-up"].address;
    const flooder = somewhere();
    await flooder.post("/user/create/api/", registration("first"));
    // The other ninety-eight; a new address counts twice.
    await db("accounts").$executeRaw`UPDATE throttles SET hits = ${tries - 2} WHERE hits = 2`;
    const [last, refused] = [
      await flooder.post("/user/create/api/", registration("second")),
      await flooder.post("/user/create/api/", registration("third")),
    ];
    expect(last.status).toBe(200);
    expect(refused.status).toBe(429);
    await later(HOUR + 2);
    expect((await flooder.post("/user/create/api/", registration("third"))).status).toBe(200);
  });
});

function registration(name: string) {
  return {
    username: `${name}-${networks}`,
    email: `${name}-${networks}@example.com`,
    password: "a pass phrase",
    password_confirm: "a pass phrase",
  };
}

describe("the reset", () => {
  test("mails three codes, then slower and slower, and counts an unknown address alike", async () => {
    for (const address of [`${company.username}@example.com`, "nobody@example.com"]) {
      const statuses: number[] = [];
      for (let sent = 0; sent < 4; sent += 1)
        statuses.push((await somewhere().send(address)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      await later(300);
      expect((await somewhere().send(address)).status).toBe(200);
      const refused = await somewhere().send(address);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(300);
    }
  });

  test("a network address has eight in a row, then one from time to time", async () => {
    const sender = somewhere();
    const statuses: number[] = [];
    for (let sent = 0; sent < 9; sent += 1) {
      statuses.push((await sender.send(`somebody-${sent}@example.com`)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    expect(statuses.at(-1)).toBe(429);
    await later(60);
    expect((await sender.send("somebody-9@example.com")).status).toBe(200);
  });
});

test("guessing codes of an unconfirmed second factor is throttled", async () => {
  await lengthenWaits();
  const { token, password: current_password } = company;
  const { secret } = await ok("POST", "/user/two-factor/begin/", token, { current_password });
  const confirm = (code: string) =>
    call("POST", "/user/two-factor/confirm/", { token, body: { code } });
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await confirm(codeOf(secret, 40 + tries))).status).toBe(422);
  }
  expect((await confirm(codeOf(secret))).status).toBe(429);
});

test("expired entries are deleted", async () => {
  await somewhere().login(company.username, GUESS);
  await somewhere().login(company.username, company.password);
  expect(await db("accounts").throttle.count()).toBeGreaterThan(0);
  expect(await db("accounts").knownAddress.count()).toBeGreaterThan(0);
  await sweepExpired();
  expect(await db("accounts").throttle.count()).toBeGreaterThan(0);
  await db("accounts").$executeRaw`UPDATE throttles SET expires_at = now()`;
  await db("accounts").$executeRaw`UPDATE known_addresses SET expires_at = now()`;
  await sweepExpired();
  expect(await db("accounts").throttle.count()).toBe(0);
  expect(await db("accounts").knownAddress.count()).toBe(0);
});

test("the table contains neither names nor addresses", async () => {
  const person = browser("198.51.100.99");
  await person.login(company.username, company.password);
  const rows = await db("accounts").$queryRaw<{ row: string }[]>`
    SELECT t::text AS row FROM throttles t UNION ALL SELECT k::text FROM known_addresses k`;
  const text = rows.map(({ row }) => row).join("\n");
  expect(text).not.toContain(company.username);
  expect(text).not.toContain("198.51.100.99");
});
