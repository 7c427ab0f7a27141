import { afterAll, expect, test } from "vitest";
import { KILLS_PER_RUN, postingPoints, SIDES_OF_POSTINGS } from "@/bench/reliability/kill/points";
import { killAgainAndAgain, killWhilePosting } from "@/bench/reliability/kill/run";

/** `npm run bench:reliability -- kills` does five runs. */
const RUNS = 2;
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

Object.assign(process.env, { QUICKBOOKS_CLIENT_ID: "kills", QUICKBOOKS_CLIENT_SECRET: "kills" });

afterAll(async () => {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/platform/queue/queue");
  await stopQueue(5_000);
  await closeDb();
});

test(`workers killed ${RUNS * KILLS_PER_RUN} times leave the same books (seed ${seed})`, async () => {
  const runs = await killAgainAndAgain(RUNS, seed);
  expect(runs.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  expect(runs.flatMap(({ kills }) => kills)).toHaveLength(RUNS * KILLS_PER_RUN);
}, 1_800_000);

test.each(SIDES_OF_POSTINGS)(
  "workers killed at each call of a posting with %s leave the same books",
  async (side) => {
    const { kills, problem } = await killWhilePosting(side);
    expect(problem).toBeUndefined();
    const places = (points: readonly { call: string; moment: string }[]) =>
      points.map(({ call, moment }) => `${call}, ${moment}`);
    expect(places(kills)).toEqual(places(postingPoints(side)));
  },
  1_800_000,
);
