import type { ProviderError } from "@/server/providers/errors";

/** Why Stripe refuses a key, in words for the user; undefined for other causes. */
export function explainKey({ failure, detail }: ProviderError): string | undefined {
  if (failure === "unauthorized" || failure === "rejected") {
    return "Stripe doesn't accept this key. Copy it again from Stripe's API keys page.";
  }
  if (failure !== "forbidden") return undefined;
  const { missingPermission, missingPermissions } = detail;
  const missing = missingPermissions ?? (missingPermission ? [missingPermission] : []);
  if (missing.length > 1) {
    return `This key lacks ${missing.length} permissions: ${missing.join(", ")}. Add them to the key in Stripe, then try again.`;
  }
  const permission = missing[0] ?? "read access to payouts and balance transactions";
  return `This key lacks a permission: ${permission}. Add it to the key in Stripe, then try again.`;
}

/** Why Stripe Connect refuses the code of the callback; undefined for other causes. */
export function explainCode({ failure }: ProviderError): string | undefined {
  if (failure !== "rejected") return undefined;
  return "This connection request has expired. Please start again from Integrations.";
}
