import { createHmac, randomUUID } from "node:crypto";
import type { Happening, SignedDelivery } from "./delivery";

/** The app's verifier token at the emulator. */
export const QUICKBOOKS_WEBHOOK_VERIFIER = "5c1f7e0a-sandbox-4b9d-8e21-3f60a7d2c9b4";

/** A CloudEvents array as Intuit sends it, signed with the app's verifier token. */
export function quickBooksDelivery(
  { type, accountId, object }: Happening,
  verifier: string,
): SignedDelivery {
  const body = JSON.stringify([
    {
      specversion: "1.0",
      id: randomUUID(),
      source: "intuit.dsnBgbseACLLRZNxo2dfc4evmEJdxde58xeeYcZliOU=",
      type: `qbo.${type}.v1`,
      datacontenttype: "application/json",
      time: new Date().toISOString(),
      intuitentityid: object.id,
      intuitaccountid: accountId,
    },
  ]);
  const signature = createHmac("sha256", verifier).update(body).digest("base64");
  return { body, headers: { "intuit-signature": signature } };
}
