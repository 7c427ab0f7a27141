import type { ProviderBody } from "@/lib/contracts/providers";
import { connectable, type ProviderId } from "@/lib/providers/list";
import { redeemOAuthState } from "./oauth-state";
import { requireRedirect } from "./require-redirect";
import { storeConnection } from "./store-connection";
import type { SessionContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { releaseBlockedPostings } from "@/server/work/release-blocked-postings";
import { ProviderError } from "@/server/providers/errors";
import { startSync } from "@/server/work/start-sync";

/**
 * Exchanges the callback's code and starts the first sync.
 * @throws ConflictError where connecting by redirect is not set up; UnusableInputError when the state or
 * the code is invalid or expired.
 */
export async function completeConnect(
  ctx: SessionContext,
  provider: ProviderId,
  { state, ...callback }: ProviderBody<"completeConnect">,
): Promise<{ message: string }> {
  const { name, role } = connectable(provider);
  const { connect, redirectUri } = requireRedirect(provider);
  const { importFrom } = await redeemOAuthState(ctx, provider, state);
  const connection = await connect
    .exchange({ ...callback, redirectUri })
    .catch((error: unknown) => {
      const reason = error instanceof ProviderError ? connect.explain?.(error) : undefined;
      throw reason === undefined ? error : new UnusableInputError(reason);
    });
  const integration = await storeConnection(ctx, provider, connection, importFrom);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  if (role === "ledger") await releaseBlockedPostings(ctx);
  return { message: `Successfully connected to ${name}` };
}
