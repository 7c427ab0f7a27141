import { randomUUID } from "node:crypto";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import type { DividedRow, DivisionJob } from "@/server/matches/engine/jobs";
import { busyThreads, withEngineThread } from "@/server/matches/engine/threads";
import { systemContext } from "@/server/platform/company-id";
import { type CompanyContext, withRequestSignal } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";

// Read when the first thread is started.
process.env.ENGINE_MEMORY_MB = "24";
/** As docs/decisions/0043 says. */
const TIME_BOUND_MS = 120_000;
const ADVICE = "Match or delete the oldest payouts first.";

afterEach(() => {
  vi.useRealTimers();
});

/** A deposit with so many lines, and a payment for each. */
function division(lines: number, amountOf: (index: number) => number): DivisionJob {
  const date = "2026-03-05";
  const line = (index: number): LineInput => {
    return { id: `${index}`, type: "charge", date, amount: amountOf(index), fee: 0 };
  };
  const payment = (index: number): PaymentInput => {
    return { id: `${index}`, date, amount: amountOf(index), currency: "USD" };
  };
  const indices = Array.from({ length: lines }, (_, index) => index);
  const all = indices.map(line);
  const amount = all.reduce((sum, each) => sum + each.amount, 0);
  const deposit: DepositInput = { id: "1", date, amount, currency: "USD", lines: all };
  return { kind: "division", deposits: [deposit], payments: indices.map(payment), history: [] };
}

const SMALL = division(3, (index) => 1_000 + index * 137);
/** Takes more than that, and far less than the default. */
const TOO_LARGE = division(40_000, (index) => 1_000 + index);
/** Every line could be every payment: takes far longer than all that a test does meanwhile, but not so much memory. */
const TOO_LONG = division(1_500, () => 5_000);

const company = () => systemContext(randomUUID());

/** @param home the thread to do it, if it is free */
function divide(ctx: CompanyContext, job: DivisionJob, home?: number): Promise<DividedRow[]> {
  return withEngineThread(ctx, home, (thread) => thread.run(job));
}

/** The thread that a company alone is given. */
const FIRST = 0;

async function expectDivided(rows: Promise<DividedRow[]>): Promise<void> {
  expect((await rows).map(({ paymentIds }) => paymentIds)).toHaveLength(3);
}

test("a job that needs too much memory ends with advice, and others go on", async () => {
  await expectDivided(divide(company(), SMALL, FIRST));
  const refused = divide(company(), TOO_LARGE, FIRST);
  const refusal = expect(refused).rejects.toThrow(ADVICE);
  while (busyThreads() === 0) await turnOfTheLoop();
  await expectDivided(divide(company(), SMALL));
  await refusal;
  await expect(refused).rejects.toThrow(ConflictError);
  expect(busyThreads()).toBe(0);
  await expectDivided(divide(company(), SMALL, FIRST));
});

test("a job is stopped after two minutes with advice, and its thread does the next one", async () => {
  await expectDivided(divide(company(), SMALL, FIRST));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const greedy = company();
  let isOver = false;
  const stopped = divide(greedy, TOO_LONG, FIRST).finally(() => {
    isOver = true;
  });
  const stop = expect(stopped).rejects.toThrow(ADVICE);
  while (busyThreads() === 0) await turnOfTheLoop();
  vi.advanceTimersByTime(TIME_BOUND_MS - 1);
  await turnOfTheLoop();
  expect([isOver, busyThreads()]).toEqual([false, 1]);
  vi.advanceTimersByTime(1);
  await stop;
  expect(busyThreads()).toBe(0);
  vi.useRealTimers();
  await expectDivided(divide(company(), SMALL, FIRST));
  await expectDivided(divide(greedy, SMALL, FIRST));
});

test("a job ends with its request, one that waits is dropped, and the company's next one is done", async () => {
  const ctx = company();
  const client = new AbortController();
  const gone = new Error("the client has gone");
  const asked = (job: DivisionJob) =>
    withRequestSignal(client.signal, () => divide(ctx, job, FIRST));
  const running = expect(asked(TOO_LONG)).rejects.toBe(gone);
  const waiting = expect(asked(SMALL)).rejects.toBe(gone);
  while (busyThreads() === 0) await turnOfTheLoop();
  client.abort(gone);
  await running;
  await waiting;
  expect(busyThreads()).toBe(0);
  await expectDivided(divide(ctx, SMALL, FIRST));
});
