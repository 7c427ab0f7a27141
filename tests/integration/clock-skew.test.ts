import { afterAll, beforeAll, expect, test } from "vitest";
import type { Side } from "@/bench/reliability/matrix/books";
import { differences, playScenario } from "@/bench/reliability/matrix/cell";
import { control } from "@/tests/support/emulators";

Object.assign(process.env, { QUICKBOOKS_CLIENT_ID: "skew", QUICKBOOKS_CLIENT_SECRET: "skew" });

const MINUTES = [-120, -9, 9, 120];
const undisturbed = new Map<Side, Awaited<ReturnType<typeof playScenario>>["outcome"]>();

beforeAll(async () => {
  for (const side of ["stripe", "authorizenet"] as const) {
    undisturbed.set(side, (await playScenario(side)).outcome);
  }
});

afterAll(async () => {
  const { closeDb } = await import("@/server/platform/db");
  const { stopQueue } = await import("@/server/platform/queue/queue");
  await stopQueue(5_000);
  await closeDb();
});

for (const side of ["stripe", "authorizenet"] as const) {
  for (const minutes of MINUTES) {
    const direction = minutes < 0 ? "behind" : "ahead";
    test(`clocks ${Math.abs(minutes)} minutes ${direction} change nothing (${side})`, async () => {
      const { outcome, actions } = await playScenario(side, {
        prepare: (emulators) => control(emulators, "/clock", { offsetSeconds: minutes * 60 }),
      });
      const expected = undisturbed.get(side);
      if (!expected) throw new Error("there is nothing to compare with");
      expect(differences(expected, outcome)).toBe("");
      expect(actions).toEqual([]);
    });
  }
}
