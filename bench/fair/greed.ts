import { setTimeout as sleep } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { clearFaults, injectFault } from "@/tests/support/emulators";

/** The company that asks for too much. */
export interface Greedy {
  url: string;
  emulators: Emulators;
  /** With 2,600 open lines of few amounts, and 10,000 posted deposits. */
  token: string;
  open: number[];
  /** Sessions of several of its users. */
  sessions: string[];
  /** With 2,000 deposits of equal amounts. */
  equalToken: string;
  /** Really connected, with deposits posted in QuickBooks. */
  connectedToken: string;
  posted: number[];
}

/** Answers by status; 0 for none. */
export type Answers = Map<number, number>;

export interface Phase {
  name: string;
  /** Goes on until `isOver`, and then no longer than it takes to end what has begun. */
  run(greedy: Greedy, answers: Answers, isOver: () => boolean): Promise<void>;
}

const PARALLEL_MATCHES = 30;
const PARALLEL_UNDOS = 20;
const UNDO_DELAY_MS = 14_000;
const PARALLEL_EXPORTS = 10;
const STREAMS = 200;
const PARALLEL_BULKS = 5;
/** Refused calls are repeated at once, but for this. */
const REFUSED_PAUSE_MS = 20;

export const PHASES: readonly Phase[] = [
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
];

async function parallel(
  count: number,
  isOver: () => boolean,
  request: (turn: number) => Promise<void>,
): Promise<void> {
  let turn = 0;
  const one = async () => {
    while (!isOver()) await request(turn++);
  };
  await Promise.all(Array.from({ length: count }, one));
}

/** Any answer will do, also a refusal; it is read to its end. */
async function ask(answers: Answers, url: string, token: string, body?: object): Promise<void> {
  const status = await send(url, token, body);
  answers.set(status, (answers.get(status) ?? 0) + 1);
  if (status !== 200) await sleep(REFUSED_PAUSE_MS);
}

async function send(url: string, token: string, body?: object): Promise<number> {
  const headers = { authorization: token, ...(body && { "content-type": "application/json" }) };
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
