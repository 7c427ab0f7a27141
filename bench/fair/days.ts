import { setTimeout as sleep } from "node:timers/promises";
import { type Call, caller, insist } from "../client";
import { Client } from "../load/traffic/client";
import { Browser } from "./browser";

/** Whose day it is. */
export interface Visit {
  url: string;
  username: string;
  password: string;
  /** A session, for the days without a sign-in. */
  token: string;
  /** Deposits, each decided once. */
  pending: number[];
  suggested: number[];
  /** Really posted in QuickBooks. */
  posted: number[];
}

export type Measure = (kind: string, request: () => Promise<unknown>) => Promise<void>;
/** One round of a day's work; it is repeated until the day is over. */
type Round = (measure: Measure) => Promise<void>;

interface Begun {
  round: Round;
  end(): void;
}

interface Day {
  /** Who does what, for the report. */
  about: string;
  kinds: readonly string[];
  /** Measured, but not part of the goal. */
  asides: readonly string[];
  /** Before anything is measured, and before the other company begins. */
  begin(visit: Visit): Begun | Promise<Begun>;
}

const POSTED_WITHIN_MS = 10_000;
const POLL_MS = 100;
/** A company may begin 30 exports a minute. */
const EXPORT_PAUSE_MS = 2_100;

export const DAYS = {
  bookkeeping: {
    about: "signs in, lists, opens, auto-matches one deposit and confirms one",
    kinds: ["sign in", "list", "open", "auto-match one", "confirm"],
    asides: [],
    begin: keepBooks,
  },
  connected: {
    about: "opens QuickBooks' lists, syncs, undoes a posted deposit and posts it again",
    kinds: ["lists", "accounts", "sync", "post"],
    asides: [],
    begin: workWithQuickBooks,
  },
  exporting: {
    about: "exports the deposits, as another member of the same company",
    kinds: ["export"],
    asides: [],
    begin: exportDeposits,
  },
  "signing in": {
    about:
      "signs in with the browser that did so before, and lists; aside, signs in with a new browser at the same address and once asks for a reset",
    kinds: ["sign in", "list"],
    asides: ["sign in, new browser", "ask for a reset"],
    begin: signIn,
  },
} satisfies Record<string, Day>;
export type DayName = keyof typeof DAYS;

function keepBooks({ url, username, password, pending, suggested }: Visit) {
  const client = new Client(url, 1);
  const browser = new Browser(url);
  let token = "";
  const round = async (measure: Measure) => {
    const get = (kind: string, path: string) =>
      measure(kind, () => client.ask({ method: "GET", path, token }));
    const decide = (kind: string, path: string, id: number | undefined) => {
      if (id === undefined) throw new Error("The other company has nothing left to decide about.");
      const body = { deposit_id: id };
      return measure(kind, () => client.ask({ method: "POST", path, token, body }));
    };
    await measure("sign in", async () => {
      // Of many sessions the oldest end, so each round works with its own.
      token = String((await browser.post("/user/login/api/", { username, password })).token);
    });
    for (let page = 1; page <= 3; page += 1) {
      await get("list", `/qb/deposit-status/?page=${page}&page_size=50`);
      await get("open", `/qb/deposit/?deposit_id=${suggested[page] ?? pending[page]}`);
    }
    await decide("auto-match one", "/qb/auto-match/", pending.pop());
    await decide("confirm", "/qb/confirm-match/", suggested.pop());
  };
  return { round, end: () => client.close() };
}

function workWithQuickBooks({ url, token, posted }: Visit) {
  const call = caller(url, token);
  let turn = 0;
  const round = async (measure: Measure) => {
    await measure("lists", () => insist(call, "GET", "/qb/lists/"));
    await measure("accounts", () => insist(call, "GET", "/qb/accounts/"));
    await measure("sync", () => insist(call, "POST", "/qb/sync-payments/?wait=60"));
    const id = posted[turn++ % posted.length] ?? 0;
    await measure("post", () => postAgain(call, id));
  };
  return { round, end: () => undefined };
}

/** @throws Error for a refusal, or when it is not posted in time */
async function postAgain(call: Call, id: number): Promise<void> {
  const body = { deposit_id: id };
  const status = async () => {
    const answer = await insist(call, "GET", `/qb/deposit/?deposit_id=${id}`);
    return (answer.deposit as { status: string }).status;
  };
  if ((await status()) === "posted") await insist(call, "POST", "/qb/undo/", body);
  if ((await status()) === "pending") await insist(call, "POST", "/qb/auto-match/", body);
  if ((await status()) === "suggested") await insist(call, "POST", "/qb/confirm-match/", body);
  const deadline = Date.now() + POSTED_WITHIN_MS;
  for (let now = await status(); now !== "posted"; now = await status()) {
    if (Date.now() > deadline) throw new Error(`still ${now} after ${POSTED_WITHIN_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}

function exportDeposits({ url, token }: Visit) {
  const client = new Client(url, 1);
  const round = async (measure: Measure) => {
    await measure("export", () =>
      client.ask({ method: "GET", path: "/qb/deposits-export/", token }),
    );
    await sleep(EXPORT_PAUSE_MS);
  };
  return { round, end: () => client.close() };
}

async function signIn({ url, username, password }: Visit) {
  const client = new Client(url, 1);
  const browser = new Browser(url);
  let token = "";
  let turn = 0;
  const enter = async (by: Browser) => {
    token = String((await by.post("/user/login/api/", { username, password })).token);
  };
  await enter(browser);
  const round = async (measure: Measure) => {
    await measure("sign in", () => enter(browser));
    const path = "/qb/deposit-status/?page=1&page_size=50";
    await measure("list", () => client.ask({ method: "GET", path, token }));
    await measure("sign in, new browser", () => enter(new Browser(url)));
    if (turn++ === 1) {
      const email = `${username}@example.com`;
      await measure("ask for a reset", () => browser.post("/user/send-otp/api/", { email }));
    }
  };
  return { round, end: () => client.close() };
}
