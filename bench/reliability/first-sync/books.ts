import type { Sandbox } from "@/emulators/start";
import { addDays, dateInZone } from "@/lib/dates";
import { control } from "@/tests/support/sandbox";
import { seeded } from "../random";

/** How many payouts, and how many charges in each. */
export interface BooksSize {
  payouts: number;
  chargesEach: number;
}

const CUSTOMERS = 600;
const AT_ONCE = 8;

/** Two years of payouts, and every sale in the books. */
export async function seedTwoYears(
  sandbox: Sandbox,
  { payouts, chargesEach }: BooksSize,
  onProgress: (done: number) => void,
): Promise<void> {
  const random = seeded(24);
  const today = dateInZone(new Date(), "UTC");
  for (let index = 0; index < payouts; index += 1) {
    const date = addDays(today, -Math.floor(((payouts - index) * 730) / payouts) - 1);
    const charges = Array.from({ length: chargesEach }, () => {
      const customer = random(CUSTOMERS);
      const amount = 1_000 + random(90_000);
      return { amount, name: `Customer ${customer}`, email: `c${customer}@example.com` };
    });
    await control(sandbox, "/stripe/payouts", { charges, date });
    for (let from = 0; from < charges.length; from += AT_ONCE) {
      await Promise.all(
        charges
          .slice(from, from + AT_ONCE)
          .map(({ amount, name }) =>
            control(sandbox, "/quickbooks/payments", { amount, customer: name, date }),
          ),
      );
    }
    if ((index + 1) % 50 === 0) onProgress(index + 1);
  }
}
