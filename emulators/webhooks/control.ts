import { z } from "zod";
import type { EmulatorState } from "../state";
import type { Happening } from "./delivery";
import { WEBHOOK_PROVIDERS, type WebhookProvider, type WebhookSender } from "./sender";

/** Events without a change behind them: a burst, or an event the product has already received. */
export const sendInput = z.strictObject({
  provider: z.enum(WEBHOOK_PROVIDERS),
  /** `payout.updated`, or `payment.updated` in QuickBooks. */
  type: z.string().min(1),
  times: z.int().min(1).max(500).default(1),
  /** The account or company that the events are about; the emulator's own by default. */
  accountId: z.string().optional(),
});

type Subject = { accountId: string; object?: Happening["object"] | undefined };

/** What a provider's events are about: its account, and its newest object. */
const SUBJECTS: Record<WebhookProvider, (state: EmulatorState) => Subject> = {
  stripe: ({ stripe }) => ({ accountId: stripe.account.id, object: stripe.payouts.at(-1) }),
  quickbooks: ({ quickbooks }) => ({ accountId: quickbooks.realmId }),
};

export function sendEvents(
  sender: WebhookSender,
  state: EmulatorState,
  { provider, type, times, accountId }: z.output<typeof sendInput>,
): { sent: number } {
  const own = SUBJECTS[provider](state);
  const happening: Happening = {
    type,
    accountId: accountId ?? own.accountId,
    object: own.object ?? { id: "1" },
  };
  sender.send(
    provider,
    Array.from({ length: times }, () => happening),
  );
  return { sent: times };
}

type PayoutObject = {
  id: string;
  status: string;
  automatic: boolean;
  reconciliation_status: string;
};

/** Stripe's event about a new or changed payout. */
export function sendPayoutEvents(
  sender: WebhookSender,
  state: EmulatorState,
  payout: PayoutObject,
  first: "created" | "updated",
): void {
  const types = [`payout.${first}`];
  if (/^(paid|failed|canceled)$/.test(payout.status)) types.push(`payout.${payout.status}`);
  if (first === "created" && payout.reconciliation_status === "completed") {
    types.push("payout.reconciliation_completed");
  }
  const accountId = state.stripe.account.id;
  sender.send(
    "stripe",
    types.map((type) => ({ type, accountId, object: payout })),
  );
}

/** Intuit's event about a new payment or invoice. */
export function sendEntryEvents(
  sender: WebhookSender,
  state: EmulatorState,
  entered: Record<string, { Id: string }>,
  what: "created" | "updated" = "created",
): void {
  sender.send(
    "quickbooks",
    Object.entries(entered).map(([entity, { Id }]) => ({
      type: `${entity.toLowerCase()}.${what}`,
      accountId: state.quickbooks.realmId,
      object: { id: Id },
    })),
  );
}
