import { z } from "zod";
import type { Emulators } from "@/emulators/start";

const books = z.object({
  tenant_id: z.string(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  payments: z.array(
    z.object({
      type: z.string(),
      account: z.string().nullable(),
      amount: z.int(),
      reference: z.string().nullable(),
      status: z.string(),
    }),
  ),
  bank_transactions: z.array(
    z.object({
      type: z.string(),
      account: z.string(),
      contact: z.string().nullable(),
      reference: z.string().nullable(),
      total: z.int(),
      status: z.string(),
      lines: z.array(z.object({ account: z.string().nullable(), amount: z.int(), tax: z.int() })),
    }),
  ),
  bank_transfers: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      reference: z.string().nullable(),
      amount: z.int(),
      status: z.string(),
    }),
  ),
});

const state = z.object({ xero: z.array(books) });

/** Of the organisation that connects. */
async function booksOf(emulators: Emulators): Promise<z.output<typeof books>> {
  const answer = await fetch(`${emulators.control.url}/state`);
  const { xero } = state.parse(await answer.json());
  const own = xero.find(({ tenant_id }) => tenant_id === emulators.credentials.xeroTenantId);
  if (!own) throw new Error("the organisation is missing");
  return own;
}

/** @returns its id */
export async function xeroAccount(emulators: Emulators, wanted: string): Promise<string> {
  const { accounts } = await booksOf(emulators);
  const found = accounts.find(({ name }) => name === wanted);
  if (!found) throw new Error(`the chart has no account ${wanted}`);
  return found.id;
}

/** The live documents of the organisation that connects, as text; `reference` of those with one. */
export async function xeroDocuments(
  emulators: Emulators,
): Promise<{ text: string; reference: string }[]> {
  const own = await booksOf(emulators);
  const isAlive = ({ status }: { status: string }) => status !== "DELETED";
  // A transfer's two sides are no documents of their own.
  const transactions = own.bank_transactions
    .filter(isAlive)
    .filter(({ type }) => !type.endsWith("-TRANSFER"));
  return [
    ...own.payments.filter(isAlive).map(({ type, amount, account, reference }) => ({
      text: `${type} ${amount} ${account}`,
      reference: reference ?? "",
    })),
    ...transactions.map((each) => ({
      text: `${each.type} ${each.total} ${each.account} ${each.contact}: ${each.lines
        .map(({ account, amount, tax }) => `${account} ${amount} ${tax}`)
        .join(", ")}`,
      reference: each.reference ?? "",
    })),
    ...own.bank_transfers.filter(isAlive).map((each) => ({
      text: `TRANSFER ${each.amount} ${each.from} > ${each.to}`,
      reference: each.reference ?? "",
    })),
  ];
}
