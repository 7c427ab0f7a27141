import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import type {
  DepositInput,
  HistoryEntry,
  LineInput,
  MatchOptions,
  PaymentInput,
} from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const DAY = "2026-03-02";
const NAMES = ["Ada Quist", "Ida Moe", "Per Dahl", "Liv Berg", "Kai Holm"] as const;

/** A shop's order: its number in the books, and the row number of the shop's own database. */
interface Order {
  number: number;
  internal: number;
  cents: number;
  name: string | undefined;
}

/** The first order is not in the books; the other four are. */
function orders(first = 2033): Order[] {
  return NAMES.map((name, i) => ({
    ...{ number: first + i, internal: first + 18 + 3 * i },
    ...{ cents: i === 0 ? 4500 : 2900 + 100 * i, name },
  }));
}

/** How a source writes an order's two numbers into its line. */
type Writing = (order: Order) => Partial<LineInput>;

const inMetadata = (value: number) => [{ field: "metadata.order_id", value: String(value) }];
const bookedInDescription: Writing = ({ number, internal }) => ({
  description: `shop.example - Order ${number}`,
  numbers: inMetadata(internal),
});
const bookedInMetadata: Writing = ({ number, internal }) => ({
  description: `shop.example - Order ${internal}`,
  numbers: inMetadata(number),
});

function payout(all: Order[], writing: Writing, processor = "stripe"): DepositInput {
  const lines = all.map((order, i) => ({
    ...{ id: `${processor}${i}`, type: "charge", date: DAY, amount: order.cents },
    ...(order.name !== undefined && { entity: order.name }),
    ...writing(order),
  }));
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    id: `po ${processor}`,
    date: addDays(DAY, 4),
    amount,
    currency: "USD",
    processor,
    lines,
  };
}

function receipt({ number, cents, name }: Omit<Order, "internal">, days = 0): PaymentInput {
  return {
    ...{ id: `r${number}`, date: addDays(DAY, days), amount: cents, currency: "USD" },
    ...{ reference: String(number), type: "SalesReceipt" },
    ...(name !== undefined && { customerName: name }),
  };
}

/** The receipts of all orders but the first; and one of somebody else, whose number is the first one's internal number. */
function books([first, ...others]: Order[], name: string | undefined = "Ola Brandt") {
  const { internal = 0, cents = 0 } = first ?? {};
  return [...others.map((order) => receipt(order)), receipt({ number: internal, cents, name }, 2)];
}

function decisions(
  deposits: DepositInput[],
  payments: PaymentInput[],
  options: Partial<MatchOptions> = {},
) {
  const { matches } = match(deposits, payments, { algorithm: "smart", ...options });
  return Object.fromEntries(
    matches.map(({ lineIds, paymentIds, decision }) => [
      lineIds.join(),
      `${decision} ${paymentIds.join()}`,
    ]),
  );
}

/** Whatever the first line is taken for, it is never another order's receipt without a person. */
function expectFirstOpen(found: Record<string, string>, first = "stripe0"): void {
  expect(found[first] ?? "open").not.toMatch(/^auto/);
}

describe("a shop's own number that is another order's in the books", () => {
  const all = orders();
  const others = {
    ...{ stripe1: "auto r2034", stripe2: "auto r2035" },
    ...{ stripe3: "auto r2036", stripe4: "auto r2037" },
  };

  it("is no reference where the books have the description's number", () => {
    expect(decisions([payout(all, bookedInDescription)], books(all))).toEqual(others);
  });

  it("is no reference in the description where the books have the field's number", () => {
    const found = decisions([payout(all, bookedInMetadata)], books(all));
    expectFirstOpen(found);
    expect(found).toMatchObject(others);
  });

  it("contradicts where all numbers are in one field", () => {
    const writing: Writing = ({ number, internal }) => ({ reference: `${number} ${internal}` });
    expectFirstOpen(decisions([payout(all, writing)], books(all)));
  });

  it("contradicts where one is a file's reference and the other its description", () => {
    const writing: Writing = ({ number, internal }) => ({
      ...{ reference: String(internal), description: `shop.example - Order ${number}` },
    });
    const found = decisions([payout(all, writing)], books(all));
    expectFirstOpen(found);
    expect(found).toMatchObject(others);
  });

  it.each([
    ["the description's", bookedInDescription],
    ["the field's", bookedInMetadata],
  ])("is doubtful where no other line tells which counts (%s)", (_, writing) => {
    const found = decisions([payout(all.slice(0, 1), writing)], books(all));
    expectFirstOpen(found);
  });

  it("is doubtful where the books name no customers", () => {
    const nameless = all.map((order) => ({ ...order, name: undefined }));
    for (const writing of [bookedInDescription, bookedInMetadata]) {
      const receipts = books(nameless).map(({ customerName: _, ...row }) => row);
      expectFirstOpen(decisions([payout(nameless, writing)], receipts));
    }
  });

  it.each([10_233, 100_871])("is doubtful at any length of the numbers (%i)", (first) => {
    const long = orders(first);
    for (const writing of [bookedInDescription, bookedInMetadata]) {
      expectFirstOpen(decisions([payout(long, writing)], books(long)));
    }
  });

  it("is told by earlier decisions where the payout is small", () => {
    const [first, ...decided] = all;
    if (!first) throw new Error("no order");
    const history = (writing: Writing): HistoryEntry[] =>
      payout(decided, writing).lines?.map((line, i) => {
        const { lines: _, ...deposit } = payout(decided, writing);
        const order = decided[i];
        if (!order) throw new Error("no order");
        return { decision: "confirmed", deposit, line, payment: receipt(order) };
      }) ?? [];
    const own = { ...first, number: 2051, internal: 2077, name: "Ola Brandt" };
    const rows = [receipt({ ...own, name: "Brandt Supplies" }, 2)];
    // The same line and the same receipt: what the company's lines had before tells whether it counts.
    const found = (writing: Writing) =>
      match([payout([own], bookedInMetadata)], rows, {
        algorithm: "smart",
        history: history(writing),
      }).matches[0];
    expect(found(bookedInMetadata)?.evidence.map(({ text }) => text)).toContain(
      "Same reference 2051",
    );
    expect(found(bookedInDescription)?.probability ?? 0).toBeLessThan(
      found(bookedInMetadata)?.probability ?? 0,
    );
  });
});

describe("numbers that agree", () => {
  it("prove in the field that carries the books' number, whoever pays", () => {
    const all = orders().slice(1);
    const rows = all.map((order) => receipt({ ...order, name: `Client ${order.number}` }, 2));
    const numbered: Writing = ({ number }) => ({ numbers: inMetadata(number) });
    const told = orders(3000).map((order) => ({ ...order, cents: order.cents + 7700 }));
    const deposits = [
      payout(all, numbered),
      { ...payout(told, numbered), id: "po told", lines: payout(told, numbered, "t").lines },
    ];
    const found = decisions(deposits, [...rows, ...told.map((order) => receipt(order))]);
    expect(found).toMatchObject({
      ...{ t0: "auto r3000", t1: "auto r3001", t2: "auto r3002" },
      ...{ stripe0: "auto r2034", stripe1: "auto r2035" },
    });
  });

  it("need no learning where customer and amount agree, too", () => {
    const [own] = orders();
    if (!own) throw new Error("no order");
    const found = decisions([payout([own], bookedInMetadata)], [receipt(own)]);
    expect(found).toEqual({ stripe0: "auto r2033" });
  });

  it("are learned for each source", () => {
    const first = orders();
    const second = orders(4033).map((order) => ({ ...order, cents: order.cents + 10_000 }));
    const found = decisions(
      [payout(first, bookedInDescription), payout(second, bookedInMetadata, "paypal")],
      [...books(first), ...books(second, "Eva Lund")],
    );
    expectFirstOpen(found);
    expectFirstOpen(found, "paypal0");
    expect(found).toMatchObject({ stripe1: "auto r2034", paypal1: "auto r4034" });
  });

  it("do not suffer from a second number that the books never have", () => {
    const all = orders().map((order) => ({ ...order, internal: order.number * 3 }));
    const found = decisions(
      [payout(all, bookedInDescription)],
      all.map((order) => receipt(order)),
    );
    expect(Object.values(found).filter((each) => each.startsWith("auto"))).toHaveLength(5);
  });
});
