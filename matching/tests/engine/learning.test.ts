import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import type {
  DepositInput,
  HistoryEntry,
  LineInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const DAY = "2026-03-05";
const FIRST_NAMES = "Ada Bo Cleo Dov Eun Fay Gus Hal Ira Joy".split(" ");
const LAST_NAMES = "Abbot Birch Crane Dunmore Ellery Fisk Gower Hallam Ivers Jessop".split(" ");

function payout(lines: Partial<LineInput>[]): DepositInput {
  const full = lines.map((line, i) => ({
    id: `l${i}`,
    type: "charge",
    date: DAY,
    amount: 4200,
    ...line,
  }));
  const amount = full.reduce((sum, line) => sum + line.amount, 0);
  return {
    id: "po_1",
    date: addDays(DAY, 2),
    amount,
    currency: "USD",
    processor: "stripe",
    lines: full,
  };
}

function bankLine(facts: Partial<DepositInput>): DepositInput {
  return { id: "b1", date: DAY, amount: 4200, currency: "USD", ...facts };
}

function payment(id: string, facts: Partial<PaymentInput>): PaymentInput {
  return { id, date: DAY, amount: 4200, currency: "USD", ...facts };
}

/** An earlier decision on other rows, about the same customers. */
function decided(
  decision: HistoryEntry["decision"],
  i: number,
  line: Partial<LineInput> | null,
  paid: Partial<PaymentInput>,
  deposit: Partial<DepositInput> = {},
): HistoryEntry {
  const date = addDays("2026-01-01", i);
  return {
    decision,
    deposit: {
      id: `old${i}`,
      date,
      amount: 4200,
      currency: "USD",
      processor: "stripe",
      ...deposit,
    },
    line: line ? { id: `old${i}-1`, type: "charge", date, amount: 4200, ...line } : undefined,
    payment: { id: `oldp${i}`, date, amount: 4200, currency: "USD", ...paid },
  };
}

function pairs(deposits: DepositInput[], payments: PaymentInput[], history: HistoryEntry[] = []) {
  return match(deposits, payments, { algorithm: "smart", history }).matches.map(
    ({ paymentIds, decision, evidence }) => ({
      paymentIds,
      decision,
      learned: evidence.filter(({ field }) => field === "history").map(({ level }) => level),
    }),
  );
}

describe("names of one customer", () => {
  const charge = payout([{ entity: "N. Castan Trading" }]);
  const books = [
    payment("1", { customerName: "Blue Door", date: addDays(DAY, -3) }),
    payment("2", { customerName: "Oda Lind" }),
  ];

  it("are two customers until confirmed", () => {
    expect(pairs([charge], books).some(({ decision }) => decision === "auto")).toBe(false);
  });

  it("are one customer afterwards, even against a nearer payment of another customer", () => {
    const history = [
      decided("confirmed", 1, { entity: "N. Castan Trading" }, { customerName: "Blue Door" }),
    ];
    expect(pairs([charge], books, history)).toEqual([
      { paymentIds: ["1"], decision: "auto", learned: ["confirmed_names"] },
    ]);
  });

  it("are recognised by a bank's wording regardless of its numbers", () => {
    const line = bankLine({ description: "SQ *BLUBTL 88231" });
    const rows = [
      payment("1", { customerName: "Blue Bottle", date: addDays(DAY, -4) }),
      payment("2", { customerName: "Oda Lind" }),
    ];
    const history = [
      decided(
        "confirmed",
        1,
        null,
        { customerName: "Blue Bottle" },
        { description: "SQ *BLUBTL 40117" },
      ),
    ];
    expect(pairs([line], rows, history)[0]).toMatchObject({
      paymentIds: ["1"],
      learned: ["confirmed_names"],
    });
  });

  it("are two customers after two refusals", () => {
    const line = payout([{ entity: "Jon Smith" }]);
    const rows = [payment("1", { customerName: "John Smith", date: addDays(DAY, 4) })];
    const refusals = [1, 2].map((i) =>
      decided("dismissed", i, { entity: "Jon Smith" }, { customerName: "John Smith" }),
    );
    expect(pairs([line], rows)).toHaveLength(1);
    expect(pairs([line], rows, refusals).some(({ decision }) => decision === "auto")).toBe(false);
    expect(pairs([line], rows, refusals)[0]?.learned ?? ["refused_names"]).toEqual([
      "refused_names",
    ]);
  });
});

describe("usual delays", () => {
  const charge = payout([{ amount: 2500 }]);
  const books = [
    payment("soon", { amount: 2500, date: DAY }),
    payment("late", { amount: 2500, date: addDays(DAY, 6) }),
  ];
  const late = Array.from({ length: 60 }, (_, i) =>
    decided("confirmed", i, {}, { date: addDays("2026-01-01", i + 6) }),
  );

  it("prefer the same day at first", () => {
    expect(pairs([charge], books)[0]?.paymentIds).toEqual(["soon"]);
  });

  it("prefer the company's usual day", () => {
    expect(pairs([charge], books, late)[0]?.paymentIds).toEqual(["late"]);
  });

  it("belong to one processor", () => {
    const other = { ...charge, processor: "authorizenet" };
    expect(pairs([other], books, late)[0]?.paymentIds).toEqual(["soon"]);
  });
});

describe("rents that the books date at the end of their month", () => {
  const MONTHS = [
    { first: "2026-02-01", last: "2026-02-28", label: "Rent Feb 2026" },
    { first: "2026-03-01", last: "2026-03-31", label: "Rent Mar 2026" },
    { first: "2026-04-01", last: "2026-04-30", label: "Rent Apr 2026" },
  ];
  const rents = MONTHS.flatMap((month) =>
    FIRST_NAMES.map((first, i) => ({
      ...month,
      id: `${first} ${month.label}`,
      tenant: `${first} ${LAST_NAMES[i]}`,
      amount: 90_000 + 500 * i,
      // Every second tenant's payments name no month.
      note: i % 2 === 0 ? month.label : undefined,
    })),
  );
  const lines = rents.map(({ id, first, tenant, amount, label }) => {
    return { id, date: first, entity: tenant, amount, description: label };
  });
  const books = rents.map(({ id, last, tenant, amount, note }) => {
    return payment(id, { date: last, customerName: tenant, amount, note });
  });

  it("are not those of the month before, a day away", () => {
    const { matches } = match([payout(lines)], books, { algorithm: "smart" });
    const right = matches.filter(({ lineIds, paymentIds }) => lineIds[0] === paymentIds[0]);
    expect(right).toHaveLength(rents.length);
  });
});

describe("fee rates", () => {
  /** 3.5 % and 10 cents of each payment. */
  const less = (gross: number, count = 1) => gross - Math.round(gross * 0.035) - 10 * count;
  const whole = bankLine({ processor: "stripe", amount: less(61_300), description: "TRANSFER" });
  const books = [
    payment("1", { amount: 61_300, customerName: "Oda Lind", date: addDays(DAY, -1) }),
  ];
  const history = [12_345, 40_000, 9_900, 77_720, 5_000].map((gross, i) =>
    decided("confirmed", i, null, { amount: gross }, { amount: less(gross) }),
  );

  it("are the usual ones at first, which do not fit", () => {
    expect(pairs([whole], books)).toEqual([]);
  });

  it("are learned from confirmed deposits, and still only suggested", () => {
    expect(pairs([whole], books, history)).toMatchObject([
      { paymentIds: ["1"], decision: "suggested" },
    ]);
  });

  it("are learned from deposits of several payments, too", () => {
    const sums = [1, 2, 3, 4].flatMap((i) => {
      const parts = [1_000 + i * i * 4_037, 500 + i * 9_191];
      const amount = less(
        parts.reduce((sum, part) => sum + part, 0),
        2,
      );
      return parts.map((part, j) =>
        decided("confirmed", i, null, { id: `${i}-${j}`, amount: part }, { amount }),
      );
    });
    expect(pairs([whole], books, sums)).toMatchObject([{ paymentIds: ["1"] }]);
  });
});

it("an undone match is suggested, but never made automatically", () => {
  const charge = payout([{ entity: "Oda Lind" }]);
  const books = [payment("1", { customerName: "Oda Lind" })];
  const { lines, ...deposit } = charge;
  const line = lines?.[0];
  const [undone] = books;
  if (!line || !undone) throw new Error("the case has no rows");
  const history: HistoryEntry[] = [{ decision: "undone", deposit, line, payment: undone }];
  expect(pairs([charge], books)).toMatchObject([{ decision: "auto" }]);
  expect(pairs([charge], books, history)).toMatchObject([{ decision: "suggested" }]);
});

it("the order of decisions does not matter", () => {
  const charge = payout([{ entity: "N. Castan" }, { entity: "Oda Lind", amount: 2500 }]);
  const books = [
    payment("1", { customerName: "Blue Door" }),
    payment("2", { customerName: "Lind & Co", amount: 2500, date: addDays(DAY, 2) }),
    payment("3", { amount: 2500 }),
  ];
  const history = [
    decided("confirmed", 1, { entity: "N. Castan" }, { customerName: "Blue Door" }),
    decided("dismissed", 2, { entity: "Oda Lind" }, { customerName: "Lind & Co" }),
    decided("undone", 3, { entity: "Oda Lind" }, { customerName: "Lind & Co" }),
  ];
  expect(pairs([charge], books, [...history].reverse())).toEqual(pairs([charge], books, history));
});

describe("customers who share a mail domain", () => {
  const people = Array.from({ length: 60 }, (_, i) => {
    const [first, last] = [FIRST_NAMES[i % 10] ?? "", LAST_NAMES[Math.floor(i / 6)] ?? ""];
    return { name: `${first} ${last}${i % 6}`, email: `${first}.${last}${i % 6}@members.example` };
  });
  const monthly = (month: number, i: number) => addDays("2026-01-02", month * 30 + (i % 3));
  /** Two months of equal subscriptions; the last member's second payment and the first one's second charge are missing. */
  const deposits = [0, 1].map((month) => ({
    ...payout(
      people.slice(month === 1 ? 1 : 0).map(({ name, email }, i) => ({
        id: `${month}-${name}`,
        amount: 2900,
        date: monthly(month, i),
        entity: name,
        email,
      })),
    ),
    id: `po_${month}`,
    date: addDays("2026-01-24", month * 30),
  }));
  const payments = [0, 1].flatMap((month) =>
    people.slice(0, month === 1 ? -1 : undefined).map(({ name }, i) =>
      payment(`${month}-${name}`, {
        amount: 2900,
        date: addDays(monthly(month, i), 1),
        customerName: name,
      }),
    ),
  );

  it("each pay for themselves", () => {
    const { matches, unmatched } = match(deposits, payments, { algorithm: "smart" });
    const wrong = matches.filter(({ lineIds, paymentIds }) => `${lineIds}` !== `${paymentIds}`);
    expect(matches.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
    const [open] = unmatched.lines;
    expect(open).toMatchObject({ id: `1-${people.at(-1)?.name}` });
    expect([open?.candidates, open?.notInBooks]).toEqual([undefined, expect.any(Number)]);
    expect(open?.notInBooks).toBeGreaterThan(0.8);
  });
});
