import type { Emulators } from "@/emulators/start";

/** Both sides in the emulators; amounts in minor units. */
export interface Books {
  payouts: { id: string; amount: number; currency: string; status: string }[];
  payments: { type: string; id: string; amount: number; undeposited: boolean }[];
  deposits: {
    id: string;
    total: number;
    note: string;
    lines: {
      amount: number;
      linked: { TxnId: string; TxnType: string } | null;
      account: { value: string; name: string } | null;
      description: string | null;
    }[];
  }[];
}

export async function booksOf(emulators: Emulators): Promise<Books> {
  const response = await fetch(`${emulators.control.url}/state`);
  return response.json();
}

/** Posts to the control address. @returns the answer, described in emulators/README.md. */
export async function control(
  emulators: Pick<Emulators, "control">,
  path: string,
  body: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const response = await fetch(emulators.control.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} refused: ${answer}`);
  return JSON.parse(answer);
}

/** Makes the next calls to a provider fail; see emulators/README.md. */
export async function injectFault(emulators: Emulators, fault: object): Promise<void> {
  await control(emulators, "/faults", fault);
}

/** Ends the faults, and answers the calls that one of them holds. */
export async function clearFaults(emulators: Emulators): Promise<void> {
  await fetch(`${emulators.control.url}/faults`, { method: "DELETE" });
}

/**
 * Holds the lines of Stripe's last paid payout until `clearFaults`.
 * @returns the number of payouts that a first sync stores before it.
 */
export async function holdLastPayout(emulators: Emulators): Promise<number> {
  const { payouts } = await booksOf(emulators);
  const held = payouts.findLastIndex(({ status }) => status === "paid");
  await injectFault(emulators, {
    provider: "stripe",
    match: { path: `payout=${payouts[held]?.id}` },
    kind: "hold",
    // The retries of a call that timed out are held too.
    times: 10,
  });
  return held;
}

/** A payout of one charge in Stripe, and the customer's payment in QuickBooks. Minor units. */
export async function createSale(
  emulators: Emulators,
  amount: number,
  name: string,
): Promise<void> {
  await control(emulators, "/stripe/payouts", { charges: [{ amount, name }] });
  await control(emulators, "/quickbooks/payments", { amount, customer: name });
}
