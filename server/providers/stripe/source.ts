import { z } from "zod";
import { sumMinor } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import {
  createStripeCall,
  type StripeCall,
  type StripeConfig,
} from "@/server/providers/stripe/client";
import { isOwnEntry, toLine, toPayout } from "@/server/providers/stripe/mapper";
import {
  balanceTransaction,
  listOf,
  payout as payoutSchema,
} from "@/server/providers/stripe/schemas";
import type { PaymentSource, SourceLine, SourcePayout } from "@/server/providers/types";

const PAGE = 100;

/** A call takes about 300 ms, so this many in parallel use Stripe's limit and no more. */
const READS_AT_ONCE = 8;

/** The movement, its customer, and the charge behind a refund or dispute, in one request. */
export const LINE_EXPANSIONS = ["data.source", "data.source.customer", "data.source.charge"];

export const stripeCredentials = z.object({
  secretKey: z.string().min(1),
  /** `acct_…`, when connected by OAuth, so that the connection can be revoked. */
  connectedAccountId: z.string().optional(),
});
export type StripeCredentials = z.output<typeof stripeCredentials>;

export function createStripeSource(config: StripeConfig): PaymentSource {
  const open = async (store: { current(): Promise<unknown> }) => {
    const { secretKey } = parseCredentials("stripe", stripeCredentials, await store.current());
    return createStripeCall(config, secretKey);
  };
  return {
    readsAtOnce: READS_AT_ONCE,
    async *payouts(credentials, since) {
      const call = await open(credentials);
      for await (const page of payoutPages(call, since)) yield page.map(toPayout);
    },
    async lines(credentials, payout) {
      if (!payout.itemized) return [];
      const call = await open(credentials);
      // Keyed by id: an entry listed on two overlapping pages counts once.
      const lines = new Map<string, SourceLine>();
      for await (const page of entryPages(call, payout.providerId)) {
        for (const entry of page) {
          if (!isOwnEntry(entry, payout.providerId)) lines.set(entry.id, toLine(entry));
        }
      }
      return demandSum(payout, [...lines.values()]);
    },
  };
}

function payoutPages(call: StripeCall, since: number | undefined) {
  return pages("payouts", payoutSchema, (after) =>
    call("payouts", (stripe) =>
      stripe.payouts.list({
        limit: PAGE,
        ...(since === undefined ? {} : { created: { gte: since } }),
        ...after,
      }),
    ),
  );
}

function entryPages(call: StripeCall, payoutId: string) {
  return pages("balance transactions", balanceTransaction, (after) =>
    call("balance transactions", (stripe) =>
      stripe.balanceTransactions.list({
        payout: payoutId,
        limit: PAGE,
        expand: LINE_EXPANSIONS,
        ...after,
      }),
    ),
  );
}

/** Every page of a list, parsed before the next one is requested. */
async function* pages<T extends { id: string }>(
  what: string,
  item: z.ZodType<T>,
  fetchPage: (after: { starting_after?: string }) => Promise<unknown>,
): AsyncGenerator<T[]> {
  let after: { starting_after?: string } = {};
  for (;;) {
    const page = parseReply("stripe", what, listOf(item), await fetchPage(after));
    const last = page.data.at(-1);
    if (!last) return;
    yield page.data;
    if (!page.has_more) return;
    after = { starting_after: last.id };
  }
}

/** @throws ProviderError when the lines do not add up to the payout: they are read again later. */
function demandSum(payout: SourcePayout, lines: SourceLine[]): SourceLine[] {
  const foreign = lines.find(({ currency }) => currency !== payout.currency);
  const sum = sumMinor(lines.map(({ net }) => net));
  const closed = lines.every(({ gross, fee, net }) => gross - fee === net);
  if (!foreign && closed && sum === payout.amount) return lines;
  throw new ProviderError(
    "stripe",
    "unavailable",
    `payout ${payout.providerId}: ${lines.length} lines give ${sum}, not ${payout.amount} ${payout.currency}`,
    { code: "lines_do_not_add_up" },
  );
}
