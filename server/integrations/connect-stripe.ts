import type { CompanyContext } from "@/server/context";
import { UnusableInputError } from "@/server/errors";
import { storeConnection } from "@/server/integrations/store-connection";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import { startSync } from "@/server/sync/start-sync";

/**
 * Connects Stripe by a secret or restricted key, checked with Stripe first, and starts the first sync.
 * @throws UnusableInputError when Stripe refuses the key or it lacks permissions, naming all of them.
 */
export async function connectStripe(
  ctx: CompanyContext,
  input: { secret_key: string },
): Promise<{ message: string }> {
  const connect = getProvider("stripe").keyConnect;
  if (!connect) throw new Error("Stripe connects by key");
  const connection = await connect.connect(input).catch((error: unknown) => {
    throw explain(error);
  });
  const integration = await storeConnection(ctx, "stripe", connection);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  return { message: "Successfully connected to Stripe" };
}

function explain(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  if (error.failure === "unauthorized" || error.failure === "rejected") {
    return refused("Stripe does not accept this key. Copy it again from Stripe's API keys page.");
  }
  if (error.failure === "forbidden") {
    const { missingPermission, missingPermissions } = error.detail;
    const missing = missingPermissions ?? (missingPermission ? [missingPermission] : []);
    if (missing.length > 1) {
      return refused(
        `This key lacks ${missing.length} permissions: ${missing.join(", ")}. Add them in Stripe and try again.`,
      );
    }
    const permission = missing[0] ?? "read access to payouts and balance";
    return refused(`This key lacks a permission: ${permission}. Add it in Stripe and try again.`);
  }
  return error;
}

function refused(message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { secret_key: message } });
}
