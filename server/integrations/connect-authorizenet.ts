import type { BodyOf } from "@/lib/contracts/endpoint";
import type { authorizeConnect } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { UnusableInputError } from "@/server/errors";
import { storeConnection } from "@/server/integrations/store-connection";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";
import { startSync } from "@/server/sync/start-sync";

/**
 * Connects Authorize.Net by login id and transaction key, checked with Authorize.Net first, and starts
 * the first sync.
 * @throws UnusableInputError when Authorize.Net refuses them, or the account doesn't let its batches be
 *   read, saying what to switch on.
 */
export async function connectAuthorizeNet(
  ctx: CompanyContext,
  input: BodyOf<typeof authorizeConnect>,
): Promise<{ message: string }> {
  const connect = getProvider("authorizenet").keyConnect;
  if (!connect) throw new Error("Authorize.Net connects by key");
  const secrets = { login_id: input.login_id, transaction_key: input.transcation_key };
  const connection = await connect.connect(secrets).catch((error: unknown) => {
    throw explain(error);
  });
  const integration = await storeConnection(ctx, "authorizenet", connection);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  return { message: "Successfully connected to Authorize.Net" };
}

function explain(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const message = reasonOf(error);
  return message
    ? new UnusableInputError(message, { fields: { transcation_key: message } })
    : error;
}

function reasonOf({ failure, detail }: ProviderError): string | undefined {
  if (detail.code === "several_currencies") {
    return "This Authorize.Net account settles in several currencies and does not say which batch is in which. Such accounts can't be connected.";
  }
  if (detail.missingPermission) {
    return `Authorize.Net keeps this account's batches closed. Sign in there, open Account, Settings, ${detail.missingPermission}, choose Enable, then connect again.`;
  }
  if (failure !== "unauthorized" && failure !== "rejected") return undefined;
  return "Authorize.Net does not accept this login id and transaction key. Copy both again from its API Credentials & Keys page.";
}
