import { expect, it } from "vitest";
import { stateParts, stateSentence } from "@/components/deposit-parts/state-line";

const none = {
  deposits: 0,
  lines: 0,
  payments: 0,
  pending: 0,
  suggested: 0,
  matched: 0,
  posted: 0,
  not_posted: 0,
  posted_this_month: 0,
};

it.each([
  [none, "No deposits yet"],
  [{ ...none, deposits: 1, pending: 1 }, "1 left: 1 open · 0 posted this month"],
  [
    { ...none, deposits: 103, pending: 1, suggested: 2, posted: 100, posted_this_month: 41 },
    "3 left: 2 to confirm, 1 open · 41 posted this month",
  ],
  [
    { ...none, deposits: 3, matched: 2, posted: 1, posted_this_month: 1 },
    "2 left: 2 to post · 1 posted this month",
  ],
  [
    { ...none, deposits: 4, pending: 1, matched: 2, not_posted: 1, posted: 1 },
    "3 left: 1 can't be posted, 1 to post, 1 open · 0 posted this month",
  ],
  [
    { ...none, deposits: 41, posted: 41, posted_this_month: 41 },
    "You're all caught up · 41 posted this month",
  ],
])("describes the state (%#)", (summary, sentence) => {
  expect(stateSentence(summary)).toBe(sentence);
});

it("leads to what it counts", () => {
  const parts = stateParts({ ...none, deposits: 3, pending: 1, matched: 1, posted: 1 });
  expect(parts.map(({ href }) => href)).toEqual([
    "/dashboard#review",
    "/transactions?status=matched",
    "/transactions?status=pending",
    "/transactions?status=posted",
  ]);
});
