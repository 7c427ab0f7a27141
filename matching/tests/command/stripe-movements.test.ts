import { describe, expect, it } from "vitest";
import { loadDeposits, loadPayments } from "@/matching/command/load";
import { match } from "@/matching/engine/match";
import { temporaryFiles } from "./command";

const file = temporaryFiles();

const REPORT =
  "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,currency,gross,fee,net,reporting_category,source_id,description,customer_name,charge_id,customer_facing_amount,customer_facing_currency,payment_metadata[orderNo],refund_metadata[order_ref],payment_metadata[note]";
const WIDTH = REPORT.split(",").length;
let files = 0;

/** Rows of a report, the last cells of which may be left out, and payments in the books. */
async function read(rows: string[], payments: string[] = []) {
  const notes: string[] = [];
  const filled = rows.map((row) => row + ",".repeat(WIDTH - row.split(",").length));
  const path = await file(`report-${++files}.csv`, `${[REPORT, ...filled].join("\n")}\n`);
  const deposits = await loadDeposits(path, "USD", {
    note: (text) => notes.push(text.replace(`${path}: `, "")),
  });
  const booked = payments.map((payment) => {
    const [Id, TxnDate, TotalAmt, currency, CustomerName, TxnType] = payment.split(",");
    return { Id, TxnDate, TotalAmt, currency, CustomerName, TxnType };
  });
  const books = await file(`books-${files}.json`, JSON.stringify(booked));
  const result = match(deposits, await loadPayments(books, "USD"), { algorithm: "smart" });
  const matches = result.matches.map(({ depositId, lineIds, paymentIds, decision }) =>
    [depositId, lineIds.join("+"), paymentIds.join("+"), decision].join(" "),
  );
  const lines = (id: string) =>
    deposits.find((deposit) => deposit.id === id)?.lines?.map((line) => line.id);
  return { deposits, notes, matches: matches.sort(), result, lines };
}

const charge = (payout: string, day: string, id: string, name: string, gross = 200, fee = 6.1) =>
  `${payout},${day} 00:00:00,txn_${id},${day} 10:00:00,usd,${gross.toFixed(2)},${fee.toFixed(2)},${(gross - fee).toFixed(2)},charge,ch_${id},,${name},ch_${id}`;
const plain = (payout: string, day: string, id: string, net: number, rest: string) =>
  `${payout},${day} 00:00:00,txn_${id},${day} 10:00:00,usd,${net.toFixed(2)},0.00,${net.toFixed(2)},${rest}`;
const own = (payout: string, day: string, net: number) =>
  plain(payout, day, `${payout}_own`, -net, `payout,${payout},STRIPE PAYOUT`);
const back = (payout: string, day: string, net: number, failed: string) =>
  plain(
    payout,
    day,
    `${failed}_in_${payout}`,
    net,
    `payout_reversal,${failed},STRIPE PAYOUT FAILURE`,
  );

const VERA = "51,2026-05-04,200.00,USD,Vera Lund,Payment";
const NILS = "52,2026-05-11,80.00,USD,Nils Aho,Payment";

describe("a payout whose money came back", () => {
  const first = [charge("po_1", "2026-05-04", "1", "Vera Lund"), own("po_1", "2026-05-05", 193.9)];
  const again = [
    back("po_2", "2026-05-11", 193.9, "po_1"),
    charge("po_2", "2026-05-11", "2", "Nils Aho", 80, 2.62),
  ];

  it("is left out, and its customers' payments belong to the payout that brought it", async () => {
    const rows = [...first, ...again, own("po_2", "2026-05-13", 271.28)];
    const { deposits, notes, matches } = await read(rows, [VERA, NILS]);
    expect(deposits).toMatchObject([{ id: "po_2", amount: 27128 }]);
    expect(matches).toEqual(["po_2 txn_1 51 auto", "po_2 txn_2 52 auto"]);
    expect(notes).toEqual(["left out payout po_1, which failed: its 193.90 USD is part of po_2"]);
  });

  it("is followed to its first payments when it fails twice", async () => {
    const rows = [
      ...first,
      ...again,
      own("po_2", "2026-05-13", 271.28),
      back("po_3", "2026-05-18", 271.28, "po_2"),
      own("po_3", "2026-05-20", 271.28),
    ];
    const { notes, matches, lines } = await read(rows, [VERA, NILS]);
    expect(lines("po_3")).toEqual(["txn_1", "txn_2"]);
    expect(matches).toEqual(["po_3 txn_1 51 auto", "po_3 txn_2 52 auto"]);
    expect(notes).toEqual([
      "left out payout po_1, which failed: its 193.90 USD is part of po_2",
      "left out payout po_2, which failed: its 271.28 USD is part of po_3",
    ]);
  });

  it("is left out when it was canceled, and when its money waits for the next payout", async () => {
    const canceled = back("", "2026-05-11", 193.9, "po_1").replace("_reversal,", "_cancel,");
    const { deposits, notes } = await read([...first, canceled], [VERA]);
    expect(deposits).toEqual([]);
    expect(notes).toEqual([
      "left out 1 row without a payout yet",
      "left out payout po_1, which failed: its 193.90 USD is in no other payout of this file",
    ]);
  });

  it("counts once where its own rows say so too", async () => {
    const rows = [...first, back("po_1", "2026-05-08", 193.9, "po_1"), ...again];
    const { deposits, lines } = await read(rows);
    expect(deposits.map(({ id, amount }) => [id, amount])).toEqual([["po_2", 27128]]);
    expect(lines("po_2")).toEqual(["txn_1", "txn_2"]);
  });

  it("is one line where its rows are in another file, or only a part came back", async () => {
    const without = await read(again, [VERA, NILS]);
    expect(without.lines("po_2")).toEqual(["txn_po_1_in_po_2", "txn_2"]);
    expect(without.notes).toEqual([
      "payout po_1 failed, and its rows are not in this file: its 193.90 USD in row 2, payout po_2, is compared as one line",
    ]);
    const part = await read([...first, back("po_2", "2026-05-11", 100, "po_1")]);
    expect(part.deposits.map(({ id, amount }) => [id, amount])).toEqual([
      ["po_1", 19390],
      ["po_2", 10000],
    ]);
    expect(part.notes[0]).toContain("payout po_1 is 193.90 USD, of which a part came back");
  });

  it("is found by its amount where the report doesn't name it and no other has that amount", async () => {
    const nameless = back("po_2", "2026-05-11", 193.9, "po_1").replace(",po_1,STRIPE", ",,STRIPE");
    expect((await read([...first, nameless])).lines("po_2")).toEqual(["txn_1"]);
    const twin = [charge("po_9", "2026-05-02", "9", "Mia Roos"), own("po_9", "2026-05-03", 193.9)];
    const unclear = await read([...first, ...twin, nameless]);
    expect(unclear.deposits.map(({ id }) => id)).toEqual(["po_1", "po_9", "po_2"]);
    expect(unclear.notes[0]).toContain("the file doesn't say which (column source_id)");
  });

  it("brings its difference along where its rows did not add up", async () => {
    const rows = [
      charge("po_1", "2026-05-04", "1", "Vera Lund"),
      own("po_1", "2026-05-05", 180),
      back("po_2", "2026-05-11", 180, "po_1"),
    ];
    const { deposits, lines } = await read(rows, [VERA]);
    expect(lines("po_2")).toEqual(["txn_1", "po_1-difference"]);
    expect(deposits[0]?.amount).toBe(18000);
  });
});

describe("customers' money that is neither charge nor refund", () => {
  const failure = (payout: string, day: string) =>
    `${payout},${day} 00:00:00,txn_back,${day} 10:00:00,usd,-90.00,4.00,-94.00,charge_failure,py_1,ACH debit failed,Vera Lund`;

  it("a returned bank debit is the refund receipt that undoes it; its fee stays a fee", async () => {
    const { deposits, matches } = await read(
      [
        charge("po_1", "2026-05-04", "1", "Vera Lund", 90, 0.72),
        failure("po_2", "2026-05-11"),
        charge("po_2", "2026-05-11", "2", "Nils Aho", 300, 9),
      ],
      [
        "71,2026-05-04,90.00,USD,Vera Lund,Payment",
        "72,2026-05-11,-90.00,USD,Vera Lund,RefundReceipt",
        "73,2026-05-11,300.00,USD,Nils Aho,Payment",
      ],
    );
    expect(matches).toEqual(["po_1 txn_1 71 auto", "po_2 txn_2 73 auto", "po_2 txn_back 72 auto"]);
    const line = deposits[1]?.lines?.find(({ id }) => id === "txn_back");
    expect(line).toMatchObject({ type: "refund", fee: 400, net: -9400, chargeId: "py_1" });
  });

  it("of the same payout as its charge is open where the books have no receipt for it", async () => {
    const { matches, result } = await read(
      [charge("po_1", "2026-05-04", "1", "Vera Lund", 90, 0.72), failure("po_1", "2026-05-06")],
      ["71,2026-05-04,90.00,USD,Vera Lund,Payment"],
    );
    expect(matches).toEqual(["po_1 txn_1 71 auto"]);
    expect(result.unmatched.lines.map(({ id }) => id)).toEqual(["txn_back"]);
  });

  it("a refund that failed is what undoes the refund, and a stranger's transfer is a payment", async () => {
    const { matches } = await read(
      [
        plain("po_1", "2026-05-04", "1", 45, "refund_failure,re_1,REFUND FAILURE,Vera Lund"),
        plain("po_1", "2026-05-04", "2", 310, "unreconciled_customer_funds,,,Nils Aho"),
      ],
      ["81,2026-05-04,45.00,USD,Vera Lund,Payment", "82,2026-05-04,310.00,USD,Nils Aho,Payment"],
    );
    expect(matches).toEqual(["po_1 txn_1 81 auto", "po_1 txn_2 82 auto"]);
  });
});

describe("a charge of which less was captured", () => {
  const authorized = charge("po_1", "2026-05-04", "1", "Vera Lund");
  const release = (payout: string, day: string) =>
    `${payout},${day} 00:00:00,txn_part,${day} 10:00:00,usd,-50.00,-1.45,-48.55,partial_capture_reversal,ch_1,,Vera Lund,ch_1`;

  it("is one receipt together with the part that wasn't, as sure as a plain charge", async () => {
    const receipt = "84,2026-05-04,150.00,USD,Vera Lund,SalesReceipt";
    const { result } = await read([authorized, release("po_1", "2026-05-04")], [receipt]);
    const alone = await read(
      [charge("po_1", "2026-05-04", "1", "Vera Lund", 150, 4.65)],
      [receipt],
    );
    expect(result.matches).toMatchObject([
      {
        ...{ lineIds: ["txn_1", "txn_part"], paymentIds: ["84"], kind: "many_to_one" },
        ...{ decision: "auto", difference: 0 },
        probability: alone.result.matches[0]?.probability,
      },
    ]);
    expect(result.unmatched.lines).toEqual([]);
  });

  it("is open as both rows where the books have nothing, and needs no other account", async () => {
    const { result } = await read([authorized, release("po_1", "2026-05-04")]);
    expect(result.unmatched.lines.map(({ id, reason }) => [id, reason])).toEqual([
      ["txn_1", "no_candidate"],
      ["txn_part", "no_candidate"],
    ]);
  });

  it("is compared like a refund where the part came with a later payout", async () => {
    const { matches } = await read(
      [authorized, release("po_2", "2026-05-11")],
      [VERA, "85,2026-05-11,-50.00,USD,Vera Lund,RefundReceipt"],
    );
    expect(matches).toEqual(["po_1 txn_1 51 auto", "po_2 txn_part 85 auto"]);
  });

  it("is not joined with another charge's part", async () => {
    const other = release("po_1", "2026-05-04").replace(/,ch_1$/, ",ch_7");
    const { result } = await read([authorized, other]);
    expect(result.unmatched.lines).toHaveLength(2);
    expect((await read([authorized, other], [VERA])).matches).toEqual(["po_1 txn_1 51 auto"]);
  });
});

describe("a payout whose rows don't add up", () => {
  it("gets a line for the difference, is named, and leaves the others alone", async () => {
    const { deposits, notes, matches } = await read(
      [
        charge("po_1", "2026-05-04", "1", "Vera Lund"),
        own("po_1", "2026-05-05", 150),
        charge("po_2", "2026-05-11", "2", "Nils Aho", 80, 2.62),
        own("po_2", "2026-05-12", 77.38),
      ],
      [VERA, NILS],
    );
    expect(matches).toEqual(["po_1 txn_1 51 auto", "po_2 txn_2 52 auto"]);
    expect(deposits[0]).toMatchObject({ amount: 15000 });
    expect(deposits[0]?.lines?.[1]).toMatchObject({
      ...{ id: "po_1-difference", type: "unexplained_difference", amount: -4390, net: -4390 },
    });
    expect(notes).toEqual([
      "row 2: payout po_1 is 150.00 USD, but its other 1 row adds up to 193.90: the difference of -43.90 is a line of its own",
    ]);
  });
});

describe("downloads that overlap", () => {
  const row = charge("po_1", "2026-05-04", "1", "Vera Lund");

  it("count a row once, also the payout's own and one that had no payout yet", async () => {
    const sent = own("po_1", "2026-05-05", 193.9);
    const pending = row.replace("po_1,2026-05-04 00:00:00,", ",,");
    const { deposits, notes } = await read([pending, row, sent, row, sent]);
    expect(deposits).toMatchObject([{ id: "po_1", amount: 19390, lines: [{ id: "txn_1" }] }]);
    expect(notes).toEqual(["left out 2 rows that the file has twice"]);
  });

  it.each([row.replace("200.00,6.10,193.90", "210.00,6.10,203.90"), row.replace("po_1", "po_2")])(
    "are refused where one id is two movements: %s",
    async (other) => {
      await expect(read([row, other])).rejects.toThrow(
        'row 3, field balance_transaction_id: "txn_1" is in row 2 too, with another content',
      );
    },
  );
});

describe("the facts of a line", () => {
  it("are the shop's numbers by their field, apart from Stripe's ids", async () => {
    const cells = ["Order 2033", "Vera Lund", "ch_1", "", "", "70551", "", "as in quote #881"];
    const rows = [
      `po_1,2026-05-04 00:00:00,txn_1,2026-05-04 10:00:00,usd,45.00,1.60,43.40,charge,ch_1,${cells.join()}`,
      `po_1,2026-05-04 00:00:00,txn_2,2026-05-04 10:00:00,usd,-5.00,0.00,-5.00,refund,re_1,,Vera Lund,ch_1,,,70551,R-12`,
    ];
    const { deposits } = await read(rows);
    expect(deposits[0]?.lines).toMatchObject([
      {
        reference: "txn_1 ch_1",
        chargeId: "ch_1",
        numbers: [
          { field: "metadata.orderNo", value: "70551" },
          { field: "metadata.note", value: "881" },
          { field: "description", value: "2033" },
        ],
      },
      {
        reference: "txn_2 re_1 ch_1",
        chargeId: "ch_1",
        numbers: [
          { field: "metadata.orderNo", value: "70551" },
          { field: "refund.metadata.order_ref", value: "R-12" },
        ],
      },
    ]);
  });

  it("are what the customer paid in another currency, with the sign of the movement", async () => {
    const converted = (id: string, gross: string, category: string, paid: string) =>
      `po_1,2026-05-04 00:00:00,txn_${id},2026-05-04 10:00:00,usd,${gross},0.00,${gross},${category},ch_1,,Vera Lund,ch_1,${paid}`;
    const { deposits } = await read([
      converted("1", "108.40", "charge", "100.00,eur"),
      converted("2", "-54.20", "refund", "50.00,eur"),
      converted("3", "66.10", "charge", "10000,jpy"),
      converted("4", "20.00", "charge", "20.00,usd"),
    ]);
    expect(deposits[0]?.lines?.map(({ paid }) => paid)).toEqual([
      { amount: 10000, currency: "EUR" },
      { amount: -5000, currency: "EUR" },
      { amount: 10000, currency: "JPY" },
      undefined,
    ]);
  });
});
