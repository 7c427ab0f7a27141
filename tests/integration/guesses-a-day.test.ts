import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { DEVICE_COOKIE, rememberDevice } from "@/server/accounts/device-cookies";
import { rememberPlace } from "@/server/accounts/find-account";
import { sendResetCode, verifyResetCode } from "@/server/accounts/password-reset";
import { throttled, throttledInSession } from "@/server/accounts/throttle";
import type { CookieJar, RequestContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { RateLimitedError } from "@/server/platform/errors";
import { signUp } from "../support/company";
import { type Door, guessesWithin } from "../support/guessing-clock";

// What the limits of docs/throttling.md allow, and allowed without device cookies: nobody guesses faster.

/** Real time passes too: short of the end, so that no second window begins. */
const HOUR = 3_600 - 60;
const DAY = 24 * 3_600 - 60;
const BOTS = 1_000;

/** Guesses a day without device cookies, by the same simulation. */
const BEFORE = { password: 108, withKnownAddress: 216, code: 113, hourOfOneAddress: 200 };

let user: Awaited<ReturnType<typeof accountOf>>;

beforeEach(async () => {
  await db("accounts").throttle.deleteMany();
  await db("accounts").knownAddress.deleteMany();
  user = await accountOf((await signUp()).username);
  await db("accounts").throttle.deleteMany();
  await db("accounts").knownAddress.deleteMany();
});

const accountOf = (usernameKey: string) =>
  db("accounts").user.findUniqueOrThrow({ where: { usernameKey } });

/** A browser's cookies. */
function jar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    get: (name) => cookies.get(name),
    set: (name, value) => void cookies.set(name, value),
    delete: (name) => void cookies.delete(name),
  };
}

/** A copy of the cookie of a browser in which the owner has signed in. */
function stolenCookie(): CookieJar {
  const cookies = jar();
  rememberDevice(cookies, user);
  expect(cookies.get(DEVICE_COOKIE.name)).toBeDefined();
  return cookies;
}

type Place = Pick<RequestContext, "ipAddress" | "cookies">;

let bot = 0;
/** Each try comes from the next address of the botnet. */
const botnet = (): Place => {
  bot = (bot + 1) % BOTS;
  return { ipAddress: `10.0.${Math.floor(bot / 250)}.${bot % 250}` };
};

class WrongGuess extends Error {}

/** Makes a wrong guess where the limits let it. */
async function wrong(attempt: (guess: () => Promise<never>) => Promise<never>): Promise<void> {
  const guess = () => Promise.reject(new WrongGuess());
  await attempt(guess).catch((error: unknown) => {
    if (!(error instanceof WrongGuess)) throw error;
  });
}

/** The password, by the API or next-auth: both begin with `identify`. */
const passwordFrom =
  (place: () => Place, account: () => string = () => user.usernameKey): Door =>
  () =>
    wrong((guess) => throttled("login", { account: account(), request: place() }, guess));

const secondFactorFrom =
  (place: () => Place): Door =>
  () =>
    wrong((guess) => throttled("two-factor", { account: user.id, request: place() }, guess));

const inSession = (action: "change-password" | "two-factor"): Door => {
  const session = { userId: user.id, sessionId: randomUUID() };
  return () => wrong((guess) => throttledInSession(action, session, guess));
};

test("a botnet guesses a password no faster than without device cookies", async () => {
  expect(await guessesWithin(DAY, [passwordFrom(botnet)])).toBeLessThanOrEqual(BEFORE.password);
});

test.each([1, 5])("nor with %i stolen device cookies", async (stolen) => {
  const cookies = Array.from({ length: stolen }, stolenCookie);
  const doors = cookies.map((each) => passwordFrom(() => ({ ...botnet(), cookies: each })));
  const guesses = await guessesWithin(DAY, [...doors, passwordFrom(botnet)]);
  // They do count: the simulation sees them.
  expect(guesses).toBeGreaterThan(90);
  expect(guesses).toBeLessThanOrEqual(BEFORE.password);
});

test("nor with an address from which the owner signs in, and a stolen cookie", async () => {
  const home = { ipAddress: "192.0.2.7" };
  await rememberPlace(home, user);
  const cookies = stolenCookie();
  const guesses = await guessesWithin(DAY, [
    passwordFrom(botnet),
    passwordFrom(() => home),
    passwordFrom(() => ({ ...home, cookies })),
  ]);
  expect(guesses).toBeGreaterThan(BEFORE.password);
  expect(guesses).toBeLessThanOrEqual(BEFORE.withKnownAddress);
});

test("nor the current password in stolen sessions", async () => {
  const doors = Array.from({ length: 4 }, () => inSession("change-password"));
  expect(await guessesWithin(DAY, doors)).toBeLessThanOrEqual(BEFORE.password);
});

test("nor a second factor, with the password, a session and a cookie", async () => {
  const cookies = stolenCookie();
  const guesses = await guessesWithin(DAY, [
    secondFactorFrom(botnet),
    secondFactorFrom(() => ({ ...botnet(), cookies })),
    inSession("two-factor"),
  ]);
  expect(guesses).toBeLessThanOrEqual(BEFORE.password);
});

test("nor the code of a reset, five tries a code", async () => {
  const cookies = stolenCookie();
  const doors = [codesFrom(botnet), codesFrom(() => ({ ...botnet(), cookies }))];
  expect(5 * (await guessesWithin(DAY, doors))).toBeLessThanOrEqual(BEFORE.code);
});

/** Asks for a code and uses up its tries, which wait for nothing. */
const codesFrom =
  (place: () => Place): Door =>
  async () => {
    const { email } = user;
    const from = place();
    const cookies = jar();
    const device = from.cookies?.get(DEVICE_COOKIE.name);
    if (device) cookies.set(DEVICE_COOKIE.name, device, DEVICE_COOKIE);
    const request = { ...from, cookies, requestId: randomUUID(), userAgent: "" };
    await sendResetCode(request, { email });
    const guess = () => verifyResetCode(request, { email, otp: "000000" }).catch(() => undefined);
    for (let tries = 0; tries < 6; tries += 1) await guess();
    const [{ attempts } = { attempts: 0 }] = await db("accounts").resetCode.findMany({
      orderBy: { createdAt: "desc" },
      take: 1,
    });
    expect(attempts).toBe(5);
  };

test("one address tries no more names in an hour", async () => {
  let name = 0;
  const address = { ipAddress: "192.0.2.8" };
  const fresh = passwordFrom(
    () => address,
    () => `name-${++name}`,
  );
  expect(await guessesWithin(HOUR, [fresh])).toBeLessThanOrEqual(BEFORE.hourOfOneAddress);
});

test("one address tries no more often in an hour, with names that it repeats", async () => {
  const other = { ipAddress: "192.0.2.9" };
  const again = Array.from({ length: 20 }, (_, index) =>
    passwordFrom(
      () => other,
      () => `victim-${index}`,
    ),
  );
  expect(await guessesWithin(HOUR, again)).toBeLessThanOrEqual(BEFORE.hourOfOneAddress);
});

test("ten names from each of a thousand addresses are as quick as before, and no quicker", async () => {
  const one = { ipAddress: "192.0.2.10" };
  for (let index = 0; index < 10; index += 1) {
    await passwordFrom(
      () => one,
      () => `sprayed-${index}`,
    )();
  }
  // The second password has to wait no less than without cookies: five a name, then longer and longer.
  const again = passwordFrom(botnet, () => "sprayed-0");
  for (let tries = 1; tries < 5; tries += 1) await again();
  await expect(again()).rejects.toBeInstanceOf(RateLimitedError);
});
