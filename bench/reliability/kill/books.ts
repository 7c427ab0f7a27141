import type { Sandbox } from "@/emulators/start";
import { control } from "@/tests/support/sandbox";
import { PAY_OUT, type Sale } from "../matrix/books";

/** Six Stripe payouts and three Authorize.Net batches with two sales each; amounts identify the sales. */
const NAMES = ["Ada Winter", "Bruno Salt", "Clara Oak", "Dora Finch", "Emil Stone", "Fay Brook"];
const BATCH_NAMES = ["Gus Thorn", "Hugo Vale", "Ida Marsh"];

export async function seedBothSides(sandbox: Sandbox): Promise<void> {
  for (const [index, name] of NAMES.entries()) {
    const charges = salesOf(name, 10_000 + index * 1_117);
    await book(sandbox, charges);
    await PAY_OUT.stripe(sandbox, charges);
  }
  for (const [index, name] of BATCH_NAMES.entries()) {
    const sales = salesOf(name, 50_000 + index * 1_117);
    await book(sandbox, sales);
    await PAY_OUT.authorizenet(sandbox, sales);
  }
  const receipt = { amount: 4_321, type: "SalesReceipt", customer: "Over the counter" };
  await control(sandbox, "/quickbooks/payments", receipt);
}

function salesOf(name: string, amount: number): Sale[] {
  const [first, last] = name.split(" ");
  return [
    { name, amount },
    { name: `${first}a ${last}er`, amount: amount * 3 + 11 },
  ];
}

async function book(sandbox: Sandbox, sales: readonly Sale[]): Promise<void> {
  for (const { name, amount } of sales) {
    await control(sandbox, "/quickbooks/payments", { amount, customer: name });
  }
}
