import { afterAll, beforeAll, expect, test } from "vitest";
import { type Instances, startInstances } from "@/bench/reliability/two/instances";
import {
  isBookedOnce,
  isCompletedOnce,
  isOne,
  race,
  raceInXero,
  raceOverRows,
  raceToComplete,
} from "@/bench/reliability/two/race";
import { type Emulators, startEmulators } from "@/emulators/start";
import { often } from "../support/exhaustive";

/** `npm run bench:two-instances` does a hundred, with the production build. */
const ROUNDS = often(3, 10);
const COMPLETED = 5;

let emulators: Emulators;
let instances: Instances;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty" });
  instances = await startInstances(2, emulators.env);
});

afterAll(async () => {
  await instances.stop();
  await emulators.close();
});

test("two instances that get the same request at the same time do the work once", async () => {
  const rounds = await race(instances.urls, emulators, ROUNDS);
  expect(rounds).toHaveLength(ROUNDS);
  expect(rounds.filter((round) => !isOne(round))).toEqual([]);
}, 1_800_000);

test("two instances that complete the books, post and undo at the same time do it once", async () => {
  const rounds = await raceToComplete(instances.urls, emulators, COMPLETED);
  expect(rounds).toHaveLength(COMPLETED);
  expect(rounds.filter((round) => !isCompletedOnce(round))).toEqual([]);
}, 1_800_000);

test("two instances that sync and post to Xero at the same time book each payout once", async () => {
  const booked = await raceInXero(instances.urls, emulators, 2);
  expect(booked).toHaveLength(2);
  expect(booked.filter((documents) => !isBookedOnce(documents))).toEqual([]);
}, 1_800_000);

test("two instances that sync PayPal at the same time keep each row, and import each transfer, once", async () => {
  const { rows, deposits } = await raceOverRows(instances.urls, emulators, 2);
  expect(rows).toEqual(["SALE1", "TRANSFER1", "SALE2", "TRANSFER2"]);
  expect(deposits).toEqual(["TRANSFER1", "TRANSFER2"]);
});
