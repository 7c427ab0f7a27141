import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { clearFaults, control, injectFault } from "@/tests/support/emulators";
import type { DayName } from "./days";

/** The companies that ask for too much. */
export interface Greedy {
  url: string;
  emulators: Emulators;
  /** With 2,600 open lines of few amounts, and 10,000 posted deposits. */
  token: string;
  open: number[];
  /** Sessions of several of its users. */
  sessions: string[];
  /** Sessions of its viewers. */
  viewers: string[];
  /** Of its open lines: the query that names each. */
  lines: string[];
  /** With 2,000 deposits of equal amounts. */
  equalToken: string;
  /** Really connected, with deposits posted in QuickBooks. */
  connectedToken: string;
  posted: number[];
  /** Owners of companies with a QuickBooks company each, all of one customer. */
  readers: string[];
  /** Owner of a company with 10,000 posted deposits. */
  exporter: string;
  /** Whom a stranger wants to lock out. */
  visited: string;
}

/** Answers by status; 0 for none. */
export type Answers = Map<number, number>;

export interface Phase {
  name: string;
  /** Goes on until `isOver`, and then no longer than it takes to end what has begun. @returns what else was seen */
  run(
    greedy: Greedy & { seconds: number },
    answers: Answers,
    isOver: () => boolean,
  ): Promise<string | undefined>;
}

/** What one visitor does, and what another company or a stranger does meanwhile. */
export interface Stage {
  day: DayName;
  phases: readonly Phase[];
  /** Figures without a goal, and why. */
  reportOnly?: string;
  /** How much longer than other stages. */
  times?: number;
}

const PARALLEL_MATCHES = 30;
const PARALLEL_UNDOS = 20;
const UNDO_DELAY_MS = 14_000;
const PARALLEL_EXPORTS = 10;
const STREAMS = 200;
const PARALLEL_BULKS = 5;
/** Refused calls are repeated at once, but for this. */
const REFUSED_PAUSE_MS = 20;
const VIEWERS = 15;
const READER_PAUSE_MS = 50;
const STRANGER_PAUSE_MS = 50;
const STALLED = 3;
const POLL_MS = 100;
/** Seldom enough to leave the company's exports of a minute to the visitor. */
const RETRY_MS = 10_000;
/** So many that a visitor and a customer who is limited get through. */
const READS_A_SECOND = 20;
/** Each reads QuickBooks again, unless its answer is kept; no search repeats an earlier one. */
const LISTS: readonly ((turn: number) => string)[] = [
  (turn) => `/qb/customers/?search=a${turn}`,
  ...["/qb/lists/", "/qb/accounts/", "/qb/line-lists/", "/qb/get-expense/"].map(
    (path) => () => path,
  ),
  ...["/settings/banks/", "/settings/payment-account/"].map((path) => () => path),
  ...["/qb/bank-account/", "/qb/clearing-account/"].map((path) => () => path),
];

const BOOKKEEPING: readonly Phase[] = [
  {
    name: `${PARALLEL_MATCHES} parallel auto-matches, 2,600 open lines of few amounts`,
    run: ({ url, token, open }, answers, isOver) =>
      parallel(PARALLEL_MATCHES, isOver, async (turn) => {
        const body = { deposit_id: open[turn % open.length] };
        await ask(answers, `${url}/api/qb/auto-match/`, token, body);
      }),
  },
  {
    name: `${PARALLEL_UNDOS} parallel undos, QuickBooks answers after ${UNDO_DELAY_MS / 1000} s`,
    async run({ url, emulators, connectedToken, posted }, answers, isOver) {
      await injectFault(emulators, {
        ...{ provider: "quickbooks", match: { path: "operation=delete" } },
        ...{ kind: "delay", delayMs: UNDO_DELAY_MS, times: 1_000 },
      });
      await parallel(PARALLEL_UNDOS, isOver, async (turn) => {
        const body = { deposit_id: posted[turn % posted.length] };
        await ask(answers, `${url}/api/qb/undo/`, connectedToken, body);
      });
      await clearFaults(emulators);
      return undefined;
    },
  },
  {
    name: `${PARALLEL_EXPORTS} parallel exports of 10,000 rows`,
    run: ({ url, token }, answers, isOver) =>
      parallel(PARALLEL_EXPORTS, isOver, () =>
        ask(answers, `${url}/api/qb/deposits-export/`, token),
      ),
  },
  {
    name: `${STREAMS} event streams`,
    run: ({ url, sessions }, answers, isOver) =>
      parallel(STREAMS, isOver, (turn) =>
        ask(answers, `${url}/api/events/?wait=10`, sessions[turn % sessions.length] ?? ""),
      ),
  },
  {
    name: `${PARALLEL_BULKS} parallel bulk matches of 2,000 deposits of equal amounts`,
    run: ({ url, equalToken }, answers, isOver) =>
      parallel(PARALLEL_BULKS, isOver, async () => {
        await ask(answers, `${url}/api/qb/auto-match-runs/`, equalToken, { filter: {} });
        await ask(answers, `${url}/api/qb/auto-match-all/`, equalToken, {});
      }),
  },
  {
    name: `${VIEWERS} viewers' line options, 2,600 open lines`,
    run: ({ url, viewers, lines }, answers, isOver) =>
      parallel(VIEWERS, isOver, (turn) =>
        ask(
          answers,
          `${url}/api/qb/line-options/?${lines[turn % lines.length]}`,
          viewers[turn % viewers.length] ?? "",
        ),
      ),
  },
];

const READS: Phase = {
  name: "QuickBooks' lists, by one customer with several companies, with few of the month's reads left",
  async run({ url, emulators, readers, seconds }, answers, isOver) {
    const few = seconds * READS_A_SECOND;
    await control(emulators, "/quickbooks/company", { readsLeft: few });
    await parallel(readers.length, isOver, async (turn) => {
      const path = LISTS[Math.floor(turn / readers.length) % LISTS.length]?.(turn);
      await ask(answers, `${url}/api${path}`, readers[turn % readers.length] ?? "");
      await sleep(READER_PAUSE_MS);
    });
    const left = await readsLeft(emulators);
    await control(emulators, "/quickbooks/company", { readsLeft: null });
    return `Of ${few} reads that QuickBooks would answer, ${left} were left.`;
  },
};

const STALLS: Phase = {
  name: `${STALLED} stalled exports of all data, by another member`,
  async run({ url, exporter }, answers, isOver) {
    const open: Unread[] = [];
    // The visitor's own export may have the last place.
    while (open.length < STALLED && !isOver()) {
      const file = unread(`${url}/api/settings/export/`, exporter);
      const status = await file.status;
      count(answers, status);
      if (status === 200) open.push(file);
      else await Promise.race([sleep(RETRY_MS), until(isOver)]);
    }
    await until(isOver);
    for (const { end } of open) end();
    return undefined;
  },
};

const STRANGER: Phase = {
  name: "wrong passwords for invented names and the visitor's, and resets, from the visitor's address",
  run: ({ url, visited }, answers, isOver) =>
    parallel(2, isOver, async (turn) => {
      const invented = `invented-${turn}-${Math.random().toString(36).slice(2)}`;
      const wrong = { username: turn % 2 === 0 ? visited : invented, password: "wrong-password" };
      await ask(answers, `${url}/api/user/login/api/`, "", wrong);
      if (turn % 2 === 1) {
        await ask(answers, `${url}/api/user/send-otp/api/`, "", {
          email: `${invented}@example.com`,
        });
      }
      await sleep(STRANGER_PAUSE_MS);
    }),
};

/** In the order of measuring: the last one may leave the network address refused. */
export const STAGES: readonly Stage[] = [
  { day: "connected", phases: [READS] },
  { day: "bookkeeping", phases: BOOKKEEPING },
  {
    ...{ day: "exporting", phases: [STALLS], times: 3 },
    reportOnly: "a company's own members share its exports; a stalled one ends after a while",
  },
  { day: "signing in", phases: [STRANGER] },
];

async function until(isOver: () => boolean): Promise<void> {
  while (!isOver()) await sleep(POLL_MS);
}

async function parallel(
  count: number,
  isOver: () => boolean,
  request: (turn: number) => Promise<void>,
): Promise<undefined> {
  let turn = 0;
  const one = async () => {
    while (!isOver()) await request(turn++);
  };
  await Promise.all(Array.from({ length: count }, one));
  return undefined;
}

async function readsLeft(emulators: Emulators): Promise<number> {
  const answer = await fetch(`${emulators.control.url}/snapshot`);
  const { quickbooks } = (await answer.json()) as { quickbooks: { readsLeft: number } };
  return quickbooks.readsLeft;
}

/** Any answer will do, also a refusal; it is read to its end. */
async function ask(answers: Answers, url: string, token: string, body?: object): Promise<void> {
  const status = await send(url, token, body);
  count(answers, status);
  if (status !== 200) await sleep(REFUSED_PAUSE_MS);
}

function count(answers: Answers, status: number): void {
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

async function send(url: string, token: string, body?: object): Promise<number> {
  const headers = {
    ...(token && { authorization: token }),
    ...(body && { "content-type": "application/json" }),
  };
  try {
    const answer = await fetch(url, {
      ...{ method: body ? "POST" : "GET", headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

interface Unread {
  status: Promise<number>;
  end(): void;
}

/** Asks for a file and reads nothing of it. */
function unread(url: string, authorization: string): Unread {
  const sent = request(url, { headers: { authorization }, agent: false });
  const status = new Promise<number>((resolve) => {
    sent.once("response", (answer: IncomingMessage) => resolve(answer.statusCode ?? 0));
    // The server may end it, too.
    sent.on("error", () => resolve(0));
  });
  sent.end();
  return { status, end: () => sent.destroy() };
}
