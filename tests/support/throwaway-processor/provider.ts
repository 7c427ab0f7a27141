import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import type { Provider, SourceLine, SourcePayout } from "@/server/providers/types";

const credentials = z.object({ apiKey: z.string() });
const account = z.object({ id: z.string(), name: z.string(), currency: z.string() });
const payout = z.object({
  id: z.string(),
  date: z.string(),
  amount: z.int(),
  currency: z.string(),
});
const line = z.object({
  id: z.string(),
  date: z.string(),
  kind: z.enum(["charge", "fee"]),
  gross: z.int(),
  fee: z.int(),
  customer: z.string(),
});

/** A fourth processor as a payment source: an API of three addresses behind one key. */
export function createThrowawayProvider(apiBase: string) {
  async function ask<T>(apiKey: string, path: string, schema: z.ZodType<T>): Promise<T> {
    const answer = await fetch(apiBase + path, { headers: { authorization: `Bearer ${apiKey}` } });
    if (answer.ok) return parseReply("paypal", path, schema, await answer.json());
    const failure = answer.status === 401 ? "unauthorized" : "unavailable";
    throw new ProviderError("paypal", failure, path, { status: answer.status });
  }
  const keyOf = (stored: unknown) => parseCredentials("paypal", credentials, stored).apiKey;
  return {
    id: "paypal",
    keyConnect: {
      kind: "key",
      async connect({ api_key: apiKey = "" }) {
        const { id, name, currency } = await ask(apiKey, "/account", account);
        return {
          externalAccountId: id,
          displayName: name,
          livemode: false,
          currency,
          credentials: { apiKey },
        };
      },
      explain: ({ failure }) =>
        failure === "unauthorized" ? "Throwaway Pay does not accept this key." : undefined,
    },
    source: {
      async *payouts(store) {
        const found = await ask(keyOf(await store.current()), "/payouts", z.array(payout));
        yield found.map(toPayout);
      },
      async lines(store, { providerId, currency }) {
        const path = `/payouts/${providerId}/lines`;
        const found = await ask(keyOf(await store.current()), path, z.array(line));
        return found.map((each) => toLine(each, currency));
      },
    },
  } satisfies Provider;
}

function toPayout({ id, date, amount, currency }: z.infer<typeof payout>): SourcePayout {
  return {
    providerId: id,
    status: "paid",
    date,
    amount,
    currency,
    description: "",
    itemized: true,
    complete: true,
    raw: {},
  };
}

function toLine({ id, date, kind, gross, fee, customer }: z.infer<typeof line>, currency: string) {
  return {
    providerId: id,
    kind,
    providerKind: kind,
    date,
    gross,
    fee,
    net: gross - fee,
    currency,
    feePredicted: false,
    description: "",
    customerName: customer,
    customerEmail: "",
    customer: null,
    reference: id,
    raw: {},
  } satisfies SourceLine;
}
