import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DetailLine } from "@/components/deposits/line-decisions/entries";
import {
  confirmable,
  foldedText,
  groupText,
  tableRows,
} from "@/components/deposits/lines/table-rows";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { MatchView } from "@/lib/contracts/match-views";
import { sampleDeposit, sampleMatch } from "../../samples";

const TODAY = "2026-11-23";

function line(id: number, part: Partial<DetailLine> = {}): DetailLine {
  return {
    ...{ id, description: `Order #${id}`, plateform: "Stripe", entity: "", amount: "10.00" },
    ...{ status: "pending", kind: "charge", date: "2026-11-01", fee: "0.00", net: "10.00" },
    ...{
      fee_predicted: false,
      finding: null,
      found: null,
      match_id: null,
      wait: null,
      offer: null,
    },
    ...part,
  };
}

const payment = (Id: string) => ({
  ...{ Id, TxnDate: "2026-11-01", TotalAmt: "10.00", CustomerName: "", kind: "Payment" },
  ...{ number: Id, quickbooks_url: "", planned: false },
});

const match = (id: string, line_ids: number[], part: Partial<MatchView> = {}) =>
  sampleMatch({ id, line_ids, payments: line_ids.map((each) => payment(`${id}${each}`)), ...part });

const CERTAIN = { origin: "auto", probability: 0.999 } as const;
const LIKELY = { origin: "suggestion", probability: 0.9 } as const;

function rowsOf(
  lines: DetailLine[],
  matches: MatchView[],
  status: DepositDetail["deposit"]["status"] = "pending",
) {
  const deposit = { ...sampleDeposit({ status }), lines, questions: [], last_asked: "" };
  return tableRows({ deposit, matches, bookings: [], planned: [] }, TODAY);
}

describe("the one table", () => {
  test("asks for open lines, shows doubtful pairs, and folds what is certain", () => {
    const lines = [
      line(1),
      line(2, { match_id: "sure" }),
      line(3, { match_id: "likely" }),
      line(4, { kind: "fee", amount: "-1.00" }),
    ];
    const rows = rowsOf(lines, [match("sure", [2], CERTAIN), match("likely", [3], LIKELY)]);
    expect(rows.asked.map(({ key }) => key)).toEqual(["line 1"]);
    expect(rows.unsure.map((row) => row.match.id)).toEqual(["likely"]);
    expect(rows.sure.map((row) => row.match.id)).toEqual(["sure"]);
    expect(rows.others.map(({ id }) => id)).toEqual([4]);
  });

  test("what is decided is folded however sure the engine was, but not what is recorded twice", () => {
    const lines = [line(1, { match_id: "a" }), line(2, { match_id: "b" })];
    const twice = [{ text: "10.00 of Anna Li is recorded twice", payments: [] }];
    const rows = rowsOf(
      lines,
      [
        match("a", [1], { ...LIKELY, state: "accepted" }),
        match("b", [2], { ...CERTAIN, state: "accepted", recorded_twice: twice }),
      ],
      "posted",
    );
    expect(rows.sure.map((row) => row.match.id)).toEqual(["a"]);
    expect(rows.unsure.map((row) => row.match.id)).toEqual(["b"]);
  });

  test("the least certain pair comes first", () => {
    const lines = [line(1, { match_id: "a" }), line(2, { match_id: "b" })];
    const rows = rowsOf(lines, [
      match("a", [1], { ...LIKELY, probability: 0.9 }),
      match("b", [2], { ...LIKELY, probability: 0.6 }),
    ]);
    expect(rows.unsure.map((row) => row.match.id)).toEqual(["b", "a"]);
  });

  test("has every line exactly once", () => {
    const kinds = fc.constantFrom("charge", "refund", "fee", "adjustment", "dispute");
    const states = fc.constantFrom("open", "sure", "likely", "chosen");
    const drawn = fc.array(fc.record({ kind: kinds, state: states }), { maxLength: 12 });
    fc.assert(
      fc.property(
        drawn,
        fc.constantFrom("pending", "suggested", "matched", "posted"),
        (all, status) => {
          const lines = all.map(({ kind, state }, index) =>
            line(index + 1, { kind, match_id: state === "open" ? null : `m${index + 1}` }),
          );
          const matches = all.flatMap(({ state }, index) => {
            if (state === "open") return [];
            const how = state === "sure" ? CERTAIN : LIKELY;
            const decided = state === "chosen" || status === "matched" || status === "posted";
            return match(`m${index + 1}`, [index + 1], {
              ...how,
              state: decided ? "accepted" : "proposed",
            });
          });
          const rows = rowsOf(lines, matches, status);
          const entries = [...rows.asked, ...rows.answered].flatMap((entry) =>
            "line" in entry
              ? [entry.line.id]
              : "lines" in entry
                ? entry.lines.map(({ id }) => id)
                : [],
          );
          const pairs = [...rows.unsure, ...rows.sure].flatMap((row) =>
            row.lines.map(({ id }) => id),
          );
          const seen = [...entries, ...pairs, ...rows.others.map(({ id }) => id)];
          expect(seen.sort((a, b) => a - b)).toEqual(lines.map(({ id }) => id));
        },
      ),
    );
  });
});

describe("the words of a fold", () => {
  const folded = (lines: DetailLine[], part: Partial<MatchView> = CERTAIN) => {
    const matched = lines.map((each) => ({ ...each, match_id: `m${each.id}` }));
    const matches = lines.map(({ id }) => match(`m${id}`, [id], part));
    return foldedText(rowsOf(matched, matches, "suggested").sure, "USD");
  };

  test.each([
    [[line(1)], "1 charge matched with certainty", "10.00"],
    [
      [line(1), line(2), line(3, { kind: "refund", amount: "-4.00" })],
      "2 charges and 1 refund matched with certainty",
      "16.00",
    ],
    [
      [line(1), line(2, { kind: "refund", amount: "-4.00" }), line(3, { kind: "dispute" })],
      "1 charge, 1 refund and 1 other line matched with certainty",
      "16.00",
    ],
  ])("%#", (lines, text, amount) => {
    expect(folded(lines)).toEqual({ text, amount });
  });

  test("what is decided is matched, whether or not it was certain", () => {
    const lines = [line(1, { match_id: "a" })];
    const rows = rowsOf(lines, [match("a", [1], { ...LIKELY, state: "accepted" })], "posted");
    expect(foldedText(rows.sure, "USD")).toEqual({ text: "1 charge matched", amount: "10.00" });
  });

  test("a payout without lines is matched as a whole", () => {
    const whole = sampleMatch({ line_ids: [], payments: [payment("1")], state: "accepted" });
    const { sure } = rowsOf([], [whole], "posted");
    expect(foldedText(sure, "USD")).toEqual({ text: "The whole payout matched", amount: null });
  });
});

test("a set says once that it was matched as a group, a pair doesn't", () => {
  const lines = [
    line(1, { match_id: "a" }),
    line(2, { match_id: "a" }),
    line(3, { match_id: "b" }),
  ];
  const { sure } = rowsOf(
    lines,
    [match("a", [1, 2], { state: "accepted" }), match("b", [3], { state: "accepted" })],
    "posted",
  );
  expect(sure.map(groupText)).toEqual(["Matched as a group: 2 charges, 2 payments", ""]);
});

describe("a suggested pair", () => {
  const suggested = (
    ids: number[][],
    status: "pending" | "suggested",
    part: Partial<MatchView> = {},
  ) => {
    const lines = ids.flatMap((own, index) => own.map((id) => line(id, { match_id: `m${index}` })));
    const matches = ids.map((own, index) => match(`m${index}`, own, { ...LIKELY, ...part }));
    const { unsure } = rowsOf(lines, matches, status);
    return unsure.map((row) => confirmable(row, { status }, unsure));
  };

  test("that is the only doubt is confirmed with the whole suggestion", () => {
    expect(suggested([[1]], "suggested")).toEqual(["deposit"]);
    expect(suggested([[1, 2]], "suggested")).toEqual(["deposit"]);
  });

  test("among others, or in a deposit that isn't complete, is confirmed by its line", () => {
    expect(suggested([[1], [2]], "suggested")).toEqual(["line", "line"]);
    expect(suggested([[1]], "pending")).toEqual(["line"]);
  });

  test("that can't be confirmed alone has nothing to confirm", () => {
    expect(suggested([[1, 2]], "pending")).toEqual([null]);
    expect(suggested([[1]], "pending", { difference: "0.50" })).toEqual([null]);
  });
});
