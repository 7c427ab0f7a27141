import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/server/platform/db";
import { codeOf, enableTwoFactor } from "../support/authenticator";
import { Browser } from "../support/browser";
import { signUp, type TestCompany } from "../support/company";
import { later } from "../support/guessing-clock";
import { browser } from "../support/reset";
import { lengthenWaits } from "../support/throttles";

// What strangers do at a sign-in must not keep its owner out (docs/throttling.md).

const WRONG = "not the password";
const DEVICE = "deposit-matcher.device";

let owner: TestCompany;
let office: string;
let offices = 0;

beforeEach(async () => {
  await db("accounts").throttle.deleteMany();
  await db("accounts").knownAddress.deleteMany();
  owner = await signUp();
  await db("accounts").knownAddress.deleteMany();
  office = `192.0.2.${++offices}`;
  await lengthenWaits();
});

type Person = ReturnType<typeof browser>;

/** A browser in which the owner has signed in. */
async function owners(address = office): Promise<Person> {
  const own = browser(address);
  expect((await own.login(owner.username, owner.password)).status).toBe(200);
  return own;
}

const signIn = async (from: Person, { username, password } = owner) =>
  (await from.login(username, password)).status;

const times = async (count: number, work: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await work(index);
};

/** As many invented names as an address may try in a row. */
const fillOffice = () => {
  const stranger = browser(office);
  return Promise.all(
    Array.from({ length: 50 }, (_, index) => stranger.login(`invented-${index}`, WRONG)),
  );
};

describe("invented names at an address", () => {
  test("don't keep out whoever has signed in there", async () => {
    await owners();
    await fillOffice();
    // Another browser of the same office, without any cookie.
    expect(await signIn(browser(office))).toBe(200);
  });

  test("nor by next-auth", async () => {
    office = "";
    await owners();
    await fillOffice();
    const newBrowser = new Browser();
    const { username, password } = owner;
    await newBrowser.submit("callback/credentials", { username, password });
    expect(newBrowser.cookies.has("deposit-matcher.session")).toBe(true);
    expect(newBrowser.cookies.has(DEVICE)).toBe(true);
  });

  test("nor the browser in which the owner signed in elsewhere", async () => {
    const laptop = await owners("203.0.113.77");
    await fillOffice();
    const moved = browser(office);
    moved.cookies.set(DEVICE, laptop.cookies.get(DEVICE) ?? "");
    expect(await signIn(moved)).toBe(200);
    expect(await signIn(browser(office), await signUp())).toBe(429);
  });
});

describe("wrong passwords for the owner's name", () => {
  test("from the owner's own office don't keep out the owner's browser", async () => {
    const laptop = await owners();
    const colleague = browser(office);
    await times(14, () => colleague.login(owner.username, WRONG));
    await times(14, (index) => browser(`198.51.100.${index}`).login(owner.username, WRONG));
    expect(await signIn(browser(office))).toBe(429);
    expect(await signIn(laptop)).toBe(200);
    expect(await signIn(laptop)).toBe(200);
  });

  test("leave the second factor to the owner's browser", async () => {
    const { secret } = await enableTwoFactor(owner);
    const laptop = browser(office);
    const first = await laptop.login(owner.username, owner.password);
    const enter = (from: Person, challenge: string, code: string) =>
      from.post("/user/login/two-factor/api/", { challenge, code });
    const done = await enter(laptop, first.body.challenge, codeOf(secret, 1));
    expect(done.status).toBe(200);
    // Somebody who has the password guesses codes.
    const thief = browser("198.51.100.99");
    for (let round = 0; round < 2; round += 1) {
      const { body } = await thief.login(owner.username, owner.password);
      await times(4, () => enter(thief, body.challenge, "000000"));
    }
    await db("accounts").knownAddress.deleteMany();
    await db("accounts").user.updateMany({
      where: { usernameKey: owner.username },
      data: { totpLastStep: null },
    });
    const { body } = await laptop.login(owner.username, owner.password);
    expect((await enter(laptop, body.challenge, codeOf(secret, 1))).status).toBe(200);
  });
});

describe("a signed-in user's wrong entries", () => {
  test("cost neither the office nor the account's other sessions anything", async () => {
    const change = (person: TestCompany, current_password: string) =>
      browser(office).post("/user/two-factor/begin/", { current_password }, person.token);
    const clumsy = await signUp();
    await times(56, () => change(clumsy, WRONG));
    expect((await change(owner, owner.password)).status).toBe(200);
    const { body } = await browser(office).login(clumsy.username, clumsy.password);
    expect((await change({ ...clumsy, token: body.token }, clumsy.password)).status).toBe(200);
  });
});

describe("a device cookie", () => {
  test("has tries of its own, and is ignored when they are used up", async () => {
    const laptop = await owners();
    await db("accounts").knownAddress.deleteMany();
    const strangers = () =>
      times(6, (index) => browser(`198.51.100.${index}`).login(owner.username, WRONG));
    await strangers();
    const statuses: number[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      statuses.push((await laptop.login(owner.username, WRONG)).status);
      // The longest wait that a cookie has, and the hour of the test's.
      if (tries >= 4) await later(3_600 + 32);
    }
    expect(statuses).toEqual(Array(10).fill(401));
    // From now on it is one of the strangers.
    await strangers();
    expect(await signIn(laptop)).toBe(429);
  });

  test("is worth nothing for another account, when changed, and after a new password", async () => {
    const laptop = await owners();
    const other = await signUp();
    await db("accounts").knownAddress.deleteMany();
    const strangersTry = (name: string) => (index: number) =>
      browser(`198.51.100.${index}`).login(name, WRONG);
    await times(5, strangersTry(other.username));
    expect(await signIn(laptop, other)).toBe(429);

    await times(5, strangersTry(owner.username));
    const forged = browser(office);
    const value = laptop.cookies.get(DEVICE) ?? "";
    forged.cookies.set(
      DEVICE,
      value.replace(/^./, (first) => (first === "A" ? "B" : "A")),
    );
    expect(await signIn(forged)).toBe(429);

    const changed = await laptop.post(
      "/user/change-password/api/",
      {
        current_password: owner.password,
        new_password: "a new one",
        confirm_password: "a new one",
      },
      owner.token,
    );
    expect(changed.status).toBe(200);
    const old = browser(office);
    old.cookies.set(DEVICE, value);
    expect(await signIn(old, { ...owner, password: "a new one" })).toBe(429);
    // The browser that changed it has got a new one.
    expect(await signIn(laptop, { ...owner, password: "a new one" })).toBe(200);
  });

  test("holds for several people who share a browser", async () => {
    const shared = await owners();
    const second = await signUp();
    expect(await signIn(shared, second)).toBe(200);
    await db("accounts").knownAddress.deleteMany();
    for (const { username } of [owner, second]) {
      await times(6, (index) => browser(`198.51.100.${index}`).login(username, WRONG));
    }
    expect(await signIn(shared)).toBe(200);
    expect(await signIn(shared, second)).toBe(200);
  });

  test("comes with a sign-up too, and is sent to no script and no other site's forms", async () => {
    const signedUp = await browser(office).post("/user/create/api/", {
      username: `new-${owner.username}`,
      email: `new-${owner.username}@example.com`,
      password: "a pass phrase",
      password_confirm: "a pass phrase",
    });
    expect(signedUp.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^deposit-matcher\.device=[\w-]{16}\.\d+\.\d+\.[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });
});

test("resets for invented addresses don't keep a known user from theirs", async () => {
  const email = `${owner.username}@example.com`;
  const laptop = await owners("203.0.113.78");
  const stranger = browser(office);
  await times(20, (index) => stranger.send(`invented-${index}@example.com`));
  const moved = browser(office);
  moved.cookies.set(DEVICE, laptop.cookies.get(DEVICE) ?? "");
  expect((await moved.send(email)).status).toBe(200);
  await owners();
  expect((await browser(office).send(email)).status).toBe(200);
});
