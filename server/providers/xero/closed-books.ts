import { ProviderError } from "@/server/providers/errors";
import type { Store, XeroApi } from "./api";
import { readClosedUntil } from "./company-facts";

/** A refusal, with the closed period as its cause where that is one. @param date of what was refused */
export async function explained(
  api: XeroApi,
  store: Store,
  date: string,
  error: ProviderError,
): Promise<ProviderError> {
  if (error.failure !== "rejected") return error;
  const until = await readClosedUntil(api, store).catch((unread: unknown) => {
    // The refusal says more.
    if (!(unread instanceof ProviderError)) throw unread;
    return null;
  });
  if (until === null || date > until) return error;
  const code = "books_closed";
  const { sentence = "", words } = error.detail;
  const closed = `The books are closed until ${until} in Xero. Change the lock date there, or ask your accountant.`;
  return new ProviderError("xero", "rejected", `${error.message}: ${code}`, {
    ...{ code, words },
    sentence: [closed, sentence].filter((text) => text !== "").join(" "),
  });
}
