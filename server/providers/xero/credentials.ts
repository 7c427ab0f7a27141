import { z } from "zod";
import { parseCredentials } from "@/server/providers/parse";

/** The sealed credentials of a connected organisation. Times in epoch milliseconds. */
export const xeroCredentials = z.object({
  tenantId: z.guid(),
  connectionId: z.guid(),
  accessToken: z.string().min(1),
  accessExpiresAt: z.number(),
  refreshToken: z.string().min(1),
  refreshExpiresAt: z.number(),
});
export type XeroCredentials = z.output<typeof xeroCredentials>;
export type XeroTokens = Omit<XeroCredentials, "tenantId" | "connectionId">;

export function readCredentials(stored: unknown): XeroCredentials {
  return parseCredentials("xero", xeroCredentials, stored);
}
