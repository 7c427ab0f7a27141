import type { BodyOf } from "@/lib/contracts/endpoint";
import type { authorizeConnect } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { UnusableInputError } from "@/server/errors";
import { storeConnection } from "@/server/integrations/store-connection";
import { ProviderError } from "@/server/providers/errors";
import { getProvider } from "@/server/providers/registry";

/**
 * Connects Authorize.Net by login id and transaction key, checked with Authorize.Net first.
 * @throws UnusableInputError when Authorize.Net refuses them.
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
  await storeConnection(ctx, "authorizenet", connection);
  return { message: "Successfully connected to Authorize.Net" };
}

function explain(error: unknown): unknown {
  const refused =
    error instanceof ProviderError &&
    (error.failure === "unauthorized" || error.failure === "rejected");
  if (!refused) return error;
  const message =
    "Authorize.Net does not accept this login id and transaction key. Copy both again from its API Credentials & Keys page.";
  return new UnusableInputError(message, { fields: { transcation_key: message } });
}
