import { addDays, dateInZone } from "@/lib/dates";
import type { Sandbox } from "@/sandbox/start";
import { control } from "@/tests/support/sandbox";
import { seeded } from "../random";

export const PAYOUTS = 500;
export const CHARGES_EACH = 48;
const CUSTOMERS = 600;
const AT_ONCE = 8;

/** Two years of weekdays' payouts, and every sale in the books. */
export async function seedTwoYears(
  sandbox: Sandbox,
  onProgress: (done: number) => void,
): Promise<void> {
  const random = seeded(24);
  const today = dateInZone(new Date(), "UTC");
  for (let index = 0; index < PAYOUTS; index += 1) {
    const date = addDays(today, -Math.floor(((PAYOUTS - index) * 730) / PAYOUTS) - 1);
    const charges = Array.from({ length: CHARGES_EACH }, () => {
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
