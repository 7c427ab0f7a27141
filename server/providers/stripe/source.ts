import { z } from "zod";
import { sumMinor, toDecimal } from "@/lib/money";
import { DIFFERENCE } from "@/lib/payout-difference";
import { log } from "@/server/platform/logger";
import { ProviderError } from "@/server/providers/errors";
import { parseCredentials } from "@/server/providers/parse";
import {
  createStripeCall,
  type StripeCall,
  type StripeConfig,
} from "@/server/providers/stripe/client";
import { readInvoiceNumbers } from "@/server/providers/stripe/invoice-numbers";
import { isOwnEntry, returnedPayout, toLine, toPayout } from "@/server/providers/stripe/mapper";
import { PAGE, pages } from "@/server/providers/stripe/pages";
import { intentOf } from "@/server/providers/stripe/payer";
import {
  type BalanceTransaction,
  balanceTransaction,
  payout as payoutSchema,
} from "@/server/providers/stripe/schemas";
import type { PaymentSource, SourceLine, SourcePayout } from "@/server/providers/types";

/** A call takes about 300 ms, so this many in parallel use Stripe's limit and no more. */
const READS_AT_ONCE = 8;

/** The movement, its customer, and the charge behind a refund or dispute with its customer, in one request. */
export const LINE_EXPANSIONS = [
  "data.source",
  "data.source.customer",
  "data.source.charge",
  "data.source.charge.customer",
];

export const stripeCredentials = z.object({
  secretKey: z.string().min(1),
  /** `acct_…`, when connected by OAuth, so that the connection can be revoked. */
  connectedAccountId: z.string().optional(),
});
export type StripeCredentials = z.output<typeof stripeCredentials>;

export function createStripeSource(config: StripeConfig): PaymentSource {
  const openWith = (credentials: unknown) => {
    const { secretKey } = parseCredentials("stripe", stripeCredentials, credentials);
    return createStripeCall(config, secretKey);
  };
  const open = async (store: { current(): Promise<unknown> }) => openWith(await store.current());
  return {
    readsAtOnce: READS_AT_ONCE,
    async *payouts(credentials, since) {
      const call = await open(credentials);
      for await (const page of payoutPages(call, since)) yield page.map(toPayout);
    },
    async hasPayout(credentials, providerId) {
      const call = openWith(credentials);
      try {
        await call("payout", (stripe) => stripe.payouts.retrieve(providerId));
        return true;
      } catch (error) {
        if (error instanceof ProviderError && error.failure === "not_found") return false;
        throw error;
      }
    },
    async lines(credentials, payout, { timeZone }) {
      if (!payout.itemized) return [];
      const call = await open(credentials);
      const entries = await readEntries(call, payout.providerId);
      const invoices = await readInvoiceNumbers(
        call,
        entries.map(({ entry }) => entry),
      );
      const lines = entries.map(({ entry, firstPaidIn }) => {
        const line = toLine(entry, timeZone);
        const known = invoices.get(intentOf(entry) ?? "") ?? [];
        const numbers = known.map((value) => ({ field: "invoice.number", value }));
        return {
          ...line,
          numbers: [...(line.numbers ?? []), ...numbers],
          ...(firstPaidIn && { firstPaidIn }),
        };
      });
      return withDifference(payout, lines);
    },
  };
}

/** Each with its bank account, which alone has the currency; without, where the key may not see that. */
async function* payoutPages(call: StripeCall, since: number | undefined) {
  try {
    yield* payoutPagesWith(call, since, { expand: ["data.destination"] });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== "forbidden") throw error;
    log().info({ error }, "the key may not read the payouts' bank accounts");
    yield* payoutPagesWith(call, since, {});
  }
}

function payoutPagesWith(
  call: StripeCall,
  since: number | undefined,
  expansions: { expand?: string[] },
) {
  return pages("payouts", payoutSchema, (after) =>
    call("payouts", (stripe) =>
      stripe.payouts.list({
        limit: PAGE,
        ...expansions,
        ...(since === undefined ? {} : { created: { gte: since } }),
        ...after,
      }),
    ),
  );
}

interface PaidEntry {
  entry: BalanceTransaction;
  /** As {@link SourceLine.firstPaidIn}. */
  firstPaidIn?: string | undefined;
}

/**
 * The entries of a payout. In place of the money of a payout that did not stay at the bank, those of that payout, where
 * they add up to it; a payout that failed twice is followed to its first entries.
 * @param followed ids of payouts that were followed already
 */
async function readEntries(
  call: StripeCall,
  payoutId: string,
  followed: Set<string> = new Set([payoutId]),
): Promise<PaidEntry[]> {
  // Keyed by id: an entry listed on two overlapping pages counts once.
  const own = new Map<string, BalanceTransaction>();
  for await (const page of entryPages(call, payoutId)) {
    for (const entry of page) if (!isOwnEntry(entry, payoutId)) own.set(entry.id, entry);
  }
  const entries: PaidEntry[] = [];
  for (const entry of own.values()) {
    const failed = returnedPayout(entry);
    const parts = failed === undefined ? null : await readReturned(call, failed, followed);
    const isWhole =
      parts !== null &&
      sumMinor(parts.map(({ entry: { net } }) => net)) === entry.net &&
      parts.every((part) => part.entry.currency === entry.currency && !own.has(part.entry.id));
    if (isWhole) entries.push(...parts.map((part) => ({ firstPaidIn: failed, ...part })));
    else entries.push({ entry });
  }
  return entries;
}

/** Null where Stripe doesn't say what the payout held. */
async function readReturned(
  call: StripeCall,
  payoutId: string,
  followed: Set<string>,
): Promise<PaidEntry[] | null> {
  if (followed.has(payoutId)) return null;
  followed.add(payoutId);
  try {
    return await readEntries(call, payoutId, followed);
  } catch (error) {
    const isRefused =
      error instanceof ProviderError && ["rejected", "not_found"].includes(error.failure);
    if (!isRefused) throw error;
    log().info({ payout: payoutId, error }, "a returned payout's entries are not listed");
    return null;
  }
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

/**
 * The lines, with one more for the difference to the payout's amount, which a user has to book: about 1.5 % of merchants
 * a month have a payout whose transactions don't add up (github.com/Automattic/woocommerce-payments/issues/8588).
 * @throws ProviderError "lines_do_not_add_up" when a line contradicts itself or is in another currency.
 */
function withDifference(payout: SourcePayout, lines: SourceLine[]): SourceLine[] {
  const { providerId, currency, amount, date } = payout;
  const wrong = lines.find(
    (line) => line.currency !== currency || line.gross - line.fee !== line.net,
  );
  if (wrong || amount === null) {
    throw new ProviderError(
      "stripe",
      "unavailable",
      `payout ${providerId}: line ${wrong?.providerId} has no sum in ${currency}`,
      { code: "lines_do_not_add_up" },
    );
  }
  const sum = sumMinor(lines.map(({ net }) => net));
  const missing = amount - sum;
  if (missing === 0) return lines;
  const difference: SourceLine = {
    providerId: `${providerId}-difference`,
    kind: "other",
    providerKind: DIFFERENCE,
    date,
    ...{ gross: missing, fee: 0, net: missing, currency, feePredicted: false },
    description: `Difference: the transactions that Stripe lists add up to ${toDecimal(sum, currency)}`,
    ...{ customerName: "", customerEmail: "", customer: null, raw: {} },
    reference: "",
  };
  return [...lines, difference];
}
