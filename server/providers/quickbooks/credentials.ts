import { z } from "zod";
import { parseCredentials } from "@/server/providers/parse";

/** The sealed credentials of a connected company. Times in epoch milliseconds. */
export const quickBooksCredentials = z.object({
  realmId: z.string().regex(/^\d{1,32}$/),
  accessToken: z.string().min(1),
  accessExpiresAt: z.number(),
  refreshToken: z.string().min(1),
  refreshExpiresAt: z.number(),
  /** The end that refreshing does not postpone (five years), where Intuit reports it. */
  hardExpiresAt: z.number().optional(),
  /** ISO 4217; applies to amounts without a CurrencyRef. */
  homeCurrency: z.string(),
});
export type QuickBooksCredentials = z.output<typeof quickBooksCredentials>;
export type QuickBooksTokens = Omit<QuickBooksCredentials, "realmId" | "homeCurrency">;

export function readCredentials(stored: unknown): QuickBooksCredentials {
  return parseCredentials("quickbooks", quickBooksCredentials, stored);
}

/** A refresh token expires 100 days after its last use, a connection after at most five years. */
export function accessEnds({ refreshExpiresAt, hardExpiresAt }: QuickBooksCredentials) {
  return {
    idle: new Date(refreshExpiresAt),
    final: hardExpiresAt === undefined ? null : new Date(hardExpiresAt),
  };
}
