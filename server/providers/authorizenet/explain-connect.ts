import type { ProviderError } from "@/server/providers/errors";

/** Why Authorize.Net refuses login id and key, in words for the user; undefined for other causes. */
export function explainKeys({ failure, detail }: ProviderError): string | undefined {
  if (detail.code === "several_currencies") {
    return "This Authorize.Net account settles in several currencies without saying which batch is in which. Such accounts can't be connected.";
  }
  if (detail.missingPermission) {
    return `${detail.missingPermission} is turned off for this account. Turn it on in Authorize.Net under Account → Settings → ${detail.missingPermission}, then connect again.`;
  }
  if (failure !== "unauthorized" && failure !== "rejected") return undefined;
  return "Authorize.Net doesn't accept this login ID and transaction key. Copy both again from Account → Settings → API Credentials & Keys.";
}
