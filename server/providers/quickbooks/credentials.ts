import { z } from "zod";
import { parseCredentials } from "@/server/providers/parse";

/** What is sealed for a connected company. Times in epoch milliseconds. */
export const quickBooksCredentials = z.object({
  realmId: z.string().regex(/^\d{1,32}$/),
  accessToken: z.string().min(1),
  accessExpiresAt: z.number(),
  refreshToken: z.string().min(1),
  refreshExpiresAt: z.number(),
  /** The end that refreshing does not put off (five years), where Intuit tells it. */
  hardExpiresAt: z.number().optional(),
  /** ISO 4217; amounts without a CurrencyRef are in it. */
  homeCurrency: z.string(),
});
export type QuickBooksCredentials = z.output<typeof quickBooksCredentials>;
export type QuickBooksTokens = Omit<QuickBooksCredentials, "realmId" | "homeCurrency">;

export function readCredentials(stored: unknown): QuickBooksCredentials {
  return parseCredentials("quickbooks", quickBooksCredentials, stored);
}

/** A refresh token lives 100 days from its last use, and a connection five years at most. */
export function accessEnds({ refreshExpiresAt, hardExpiresAt }: QuickBooksCredentials) {
  return {
    idle: new Date(refreshExpiresAt),
    final: hardExpiresAt === undefined ? null : new Date(hardExpiresAt),
  };
}
