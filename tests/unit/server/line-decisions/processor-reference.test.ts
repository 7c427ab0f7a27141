import { expect, test } from "vitest";
import { processorReference } from "@/server/line-decisions/decide-lines";

test.each([
  ["the charge of a balance transaction", "txn_1", "txn_1 ch_9 pi_3 10260", "ch_9"],
  ["the transaction itself, without another id", "txn_1", "txn_1", "txn_1"],
  ["a number that people know", "6021", "6021 77 INV-4", "6021"],
])("%s", (_what, providerId, reference, expected) => {
  expect(processorReference({ providerId, reference })).toBe(expected);
});
