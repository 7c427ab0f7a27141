import { expect, test } from "vitest";
import { ok } from "../support/client";
import { inXero } from "./xero-books/world";

const books = inXero();

const SALE = [
  { amount: 12_050, name: "Ann Baker" },
  { amount: 8_317, name: "Carl Dorn" },
];
const GROSS = 20_367;

/** As a bookkeeper who reads the bank's statement: the transfer on a day of its own, the fees for themselves. */
async function bookByHand(net: number, date: string): Promise<void> {
  await books.by("transfers", {
    ...{ from: "Stripe Clearing", amount: net, date },
    reference: "card takings",
  });
  await books.by("transactions", {
    ...{ type: "SPEND", account: "Stripe Clearing", contact: "Stripe", date },
    reference: "fees",
    lines: [{ account: "Merchant Fees", amount: GROSS - net }],
  });
}

test("a payout booked by hand two days later, without its id, is found and not booked again", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await bookByHand(net, "2026-11-04");
  const before = await books.balances();
  const found = await books.matched();
  expect(found).toMatchObject({ status: "posted" });
  expect(await books.posting()).toMatchObject({ adopted: true });
  expect(await books.balances()).toEqual(before);
  expect(await books.booked()).toEqual([`TRANSFER ${net}`]);
  // Its payments are in the account no longer, nor are the fees.
  expect(await books.payments()).toEqual(Array(3).fill("deposited"));
  await books.post("/qb/undo/", { deposit_id: found.id });
  expect(await books.payments()).toEqual(Array(3).fill("open"));
  expect(await books.balances()).toEqual(before);
});

test("one that is booked by hand while it waits to be posted isn't booked again", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await books.by("company", { periodLockDate: "2026-11-30" });
  expect(await books.matched()).toMatchObject({ status: "matched" });
  expect(await books.posting()).toMatchObject({ state: "blocked", errorCode: "books_closed" });
  await books.by("company", { periodLockDate: null });
  await bookByHand(net, "2026-11-04");
  const before = await books.balances();
  await books.retry();
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  expect(await books.posting()).toMatchObject({ adopted: true });
  expect(await books.balances()).toEqual(before);
});

test("of two transfers of its amount none is taken without asking, and a person links the right one", async () => {
  await books.begin();
  const net = await books.sale(SALE);
  await bookByHand(net, "2026-11-01");
  await bookByHand(net, "2026-11-04");
  const before = await books.balances();
  const { id: deposit_id } = await books.matched();
  expect(await books.posting()).toMatchObject({ state: "blocked", errorCode: "maybe_booked" });
  expect(await books.balances()).toEqual(before);

  const { existing } = await ok("GET", "/qb/existing-deposits/", books.token);
  expect(existing).toHaveLength(1);
  const [{ existing: offered }] = existing;
  expect(offered.TxnDate).toBe("2026-11-04");
  await books.post("/qb/link-existing/", { deposit_id, existing_id: offered.Id });
  expect(await books.deposit()).toMatchObject({ status: "posted" });
  expect(await books.balances()).toEqual(before);
  // Two documents have the amount of the fees: neither is taken for them.
  expect((await books.payments()).toSorted()).toEqual([
    ...["deposited", "deposited", "open", "open"],
  ]);
});
