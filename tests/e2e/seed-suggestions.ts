import type { Account } from "./api";
import { seedBooks } from "./seed-books";

/** Seeds suggestions whose sums close, 10.00 each. */
export async function seedSuggestions(
  account: Account,
  count: number,
  evidence: object[] = [],
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await seedBooks(account, {
    payments: numbers.map((number) => ({
      id: `s${number}`,
      amount: 10_30,
      customer: `Customer ${number}`,
    })),
    deposits: numbers.map((number) => ({
      id: `po_${number}`,
      lines: [{ amount: 10_30, fee: 30, customer: `Customer ${number}` }],
      suggested: { payment: `s${number}`, probability: 0.995, evidence },
    })),
  });
}
