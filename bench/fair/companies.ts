import { setTimeout as sleep } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { createSale } from "@/tests/support/emulators";
import { type Call, caller, connectCompany, connectQuickBooks, insist, signUp } from "../client";
import { untilQuiet } from "../load/jobs";
import { addUsers, type Fill, fillCompany, linesOf, reallyPosted } from "./books";
import type { DayName, Visit } from "./days";
import type { Greedy } from "./greed";

const UNDONE_SALES = 20;
/** One that the engine is not sure of at all may be left. */
const ENOUGH_POSTED = 15;
/** The others are undone by the greedy company's own person. */
const POSTED_BY_VISITOR = 5;
const POSTED_WITHIN_MS = 120_000;
const READERS = 5;
/** Names that have no word in common. */
const FIRST =
  "Ada Ben Cleo Dov Eve Finn Gia Hugo Ivy Jack Kira Liam Maya Noah Olga Paul Quinn Rosa Sam Tess".split(
    " ",
  );
const LAST =
  "Abel Brandt Coyle Dunn Ennis Frost Gould Hale Irwin Joyce Kemp Lodge Marsh Nolan Orr Pike Quill Rowe Shaw Tate".split(
    " ",
  );

const UNIQUE = { deposits: 1_200, linesEach: 1, gross: "5000 + n * 37", hasNames: true };
const VISITED: Fill[] = [
  { name: "pending", status: "pending", ...UNIQUE, deposits: 420 },
  { name: "suggested", status: "suggested", ...UNIQUE, deposits: 420, gross: "50019 + n * 37" },
  { name: "posted", status: "posted", ...UNIQUE },
];
const EXPORTED: Fill[] = [
  {
    ...{ name: "posted", status: "posted", deposits: 10_000, linesEach: 1, hasNames: true },
    gross: "5000 + n",
  },
];
const FEW: Fill[] = [
  {
    ...{ name: "few", status: "pending", deposits: 260, linesEach: 10, hasNames: false },
    gross: "1000 * (1 + n % 5)",
  },
  ...EXPORTED,
];
const EQUAL: Fill[] = [
  {
    ...{ name: "equal", status: "pending", deposits: 2_000, linesEach: 1, hasNames: false },
    gross: "5000",
  },
];

/** What everybody works with, by the visitor's day. */
export interface Companies {
  visits: Record<DayName, Visit>;
  greedy: Greedy;
}

/** @param divisor of the books' size */
export async function prepareCompanies(
  url: string,
  {
    emulators,
    divisor,
    log,
  }: { emulators: Emulators; divisor: number; log: (line: string) => void },
): Promise<Companies> {
  const part = (fills: readonly Fill[]) =>
    fills.map((fill) => ({ ...fill, deposits: Math.ceil(fill.deposits / divisor) }));
  log("Writing the books …");
  const visitor = await signUp(url, "fair");
  const own = await fillCompany(visitor.username, part(VISITED));
  const few = await signUp(url, "fair");
  const { few: open = [] } = await fillCompany(few.username, part(FEW));
  const equal = await signUp(url, "fair");
  await fillCompany(equal.username, part(EQUAL));
  const exporter = await signUp(url, "fair");
  await fillCompany(exporter.username, part(EXPORTED));
  log("Posting what will be undone …");
  const { token: connected, posted } = await postSales(url, emulators);
  const visit: Visit = {
    ...{ url, ...visitor, posted: posted.slice(0, POSTED_BY_VISITOR) },
    ...{ pending: own.pending ?? [], suggested: own.suggested ?? [] },
  };
  const [member = ""] = await addUsers(exporter.username, {
    role: "viewer",
    users: 1,
    sessions: 1,
  });
  const greedy: Greedy = {
    ...{ url, emulators, open, posted: posted.slice(POSTED_BY_VISITOR), connectedToken: connected },
    ...{ token: few.token, equalToken: equal.token, exporter: exporter.token },
    sessions: await addUsers(few.username, { role: "owner", users: 10, sessions: 5 }),
    viewers: await addUsers(few.username, { role: "viewer", users: 5, sessions: 3 }),
    lines: await linesOf(open),
    readers: await connectReaders(url),
    visited: visitor.username,
  };
  const visits = {
    ...{ bookkeeping: visit, "signing in": visit },
    connected: { ...visit, token: connected },
    exporting: { ...visit, token: member },
  };
  return { visits, greedy };
}

/** Sales of a really connected company, posted. */
async function postSales(url: string, emulators: Emulators) {
  for (let sale = 0; sale < UNDONE_SALES; sale += 1) {
    await createSale(emulators, 10_000 + sale * 1_370, `${FIRST[sale]} ${LAST[sale]}`);
  }
  // Connecting begins to sync, so the sales come before it.
  const token = await connectCompany(url, emulators);
  const call = caller(url, token);
  await insist(call, "POST", "/qb/sync-payments/?wait=60");
  await insist(call, "POST", "/stripe/save-payouts/?wait=60");
  return { token, posted: await untilPosted(call) };
}

/** Companies that have nothing but a QuickBooks company of their own. @returns their owners' tokens */
async function connectReaders(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let reader = 1; reader <= READERS; reader += 1) {
    const { token } = await signUp(url, "reader");
    await connectQuickBooks(caller(url, token), `934145000000000${reader}`);
    tokens.push(token);
  }
  return tokens;
}

/** The engine, the worker and QuickBooks' limits take their time. @returns the deposits */
async function untilPosted(call: Call): Promise<number[]> {
  const deadline = Date.now() + POSTED_WITHIN_MS;
  for (;;) {
    await untilQuiet();
    await confirmAll(call);
    const posted = await reallyPosted();
    if (posted.length >= ENOUGH_POSTED) return posted;
    if (Date.now() > deadline) throw new Error(`only ${posted.length} sales were posted`);
    await sleep(1_000);
  }
}

/** What the engine is not sure of. */
async function confirmAll(call: Call): Promise<void> {
  const list = "/qb/deposit-status/?page=1&page_size=100&status=Suggested";
  const { deposits } = (await insist(call, "GET", list)) as { deposits: { id: number }[] };
  if (deposits.length === 0) return;
  const body = { deposit_ids: deposits.map(({ id }) => id), decision: "confirm" };
  await insist(call, "POST", "/qb/decide-suggestions/", body);
}
