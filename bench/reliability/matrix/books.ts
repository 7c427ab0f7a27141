import type { Sandbox } from "@/sandbox/start";

/** Which processor a story is about; the books are QuickBooks' in each. */
export type Processor = "stripe" | "authorizenet";
/** How it is connected too: Stripe by a key, or by Connect's pages. */
export type Side = Processor | "stripe by Connect";

interface Sale {
  name: string;
  /** Minor units; no two sales have the same, so that the amount names the sale. */
  amount: number;
}

const PAYOUTS: readonly (readonly Sale[])[] = [
  [
    { name: "Ada Winter", amount: 12_345 },
    { name: "Bruno Salt", amount: 23_411 },
    { name: "Clara Oak", amount: 34_507 },
  ],
  [
    { name: "Dora Finch", amount: 45_613 },
    { name: "Emil Stone", amount: 56_719 },
  ],
];
const LATER: readonly Sale[] = [
  { name: "Fay Brook", amount: 67_823 },
  { name: "Gus Thorn", amount: 78_929 },
];

export async function control(sandbox: Sandbox, path: string, body: object): Promise<unknown> {
  const response = await fetch(sandbox.control.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} refused: ${answer}`);
  return JSON.parse(answer);
}

/** Two payouts of five sales, and every sale in the books; one was refunded, with a receipt. */
export async function plantBooks(sandbox: Sandbox, side: Side): Promise<void> {
  for (const sales of PAYOUTS) await plantPayout(sandbox, side, sales);
  await plantReceipts(sandbox);
  if (side === "authorizenet") return;
  const charges = [{ name: "Hugo Vale", amount: 89_111, refunded: 4_567 }];
  await control(sandbox, "/stripe/payouts", { charges });
  await control(sandbox, "/quickbooks/payments", { amount: 89_111, customer: "Hugo Vale" });
  const refund = { amount: 4_567, customer: "Hugo Vale", type: "RefundReceipt" };
  await control(sandbox, "/quickbooks/payments", refund);
}

/** What comes in after the first sync. */
export function plantLater(sandbox: Sandbox, side: Side): Promise<void> {
  return plantPayout(sandbox, side, LATER);
}

async function plantPayout(sandbox: Sandbox, side: Side, sales: readonly Sale[]): Promise<void> {
  for (const { name, amount } of sales) {
    await control(sandbox, "/quickbooks/payments", { amount, customer: name });
  }
  if (side !== "authorizenet") {
    await control(sandbox, "/stripe/payouts", { charges: sales });
    return;
  }
  await control(sandbox, "/authorizenet/batches", {
    transactions: sales.map(({ name, amount }) => {
      const [firstName, lastName] = name.split(" ");
      return { amount, firstName, lastName };
    }),
  });
}

/** Sold over the counter: in the books, in no payout. */
async function plantReceipts(sandbox: Sandbox): Promise<void> {
  for (const amount of [1_103, 2_207, 3_301, 4_409]) {
    const receipt = { amount, type: "SalesReceipt", customer: `Walk-in ${amount}` };
    await control(sandbox, "/quickbooks/payments", receipt);
  }
}
