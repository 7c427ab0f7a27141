import type { ProviderId } from "@/lib/providers/list";
import { issueOAuthState } from "./oauth-state";
import { requireRedirect } from "./require-redirect";
import type { SessionContext } from "@/server/platform/context";

/**
 * Returns the provider's consent page. Its state is single use and bound to this user and company.
 * @param input.start_date from which payout date on to import, once it is connected.
 * @throws ConflictError where connecting by redirect is not set up.
 */
export async function startConnect(
  ctx: SessionContext,
  provider: ProviderId,
  { start_date: startDate }: { start_date?: string | undefined } = {},
): Promise<{ authorization_url: string }> {
  const { connect, redirectUri } = requireRedirect(provider);
  const state = await issueOAuthState(ctx, provider, startDate);
  return { authorization_url: connect.authorizationUrl(state, redirectUri) };
}
