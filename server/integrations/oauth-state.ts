import type { Provider } from "@/generated/prisma/client";
import type { SessionContext } from "@/server/context";
import { hashToken, randomToken } from "@/server/crypto/tokens";
import { db } from "@/server/db";
import { UnusableInputError } from "@/server/errors";

const LIFETIME_MS = 15 * 60_000;

/** A state to send with the browser: bound to this person, company and provider, good once. */
export async function issueOAuthState(ctx: SessionContext, provider: Provider): Promise<string> {
  const state = randomToken();
  await db(ctx).oAuthState.create({
    data: {
      stateHash: hashToken(state),
      provider,
      userId: ctx.userId,
      companyId: ctx.companyId,
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    },
  });
  return state;
}

/**
 * Takes the state that came back. One statement decides, so that two callbacks with one state can't both
 * go on.
 * @throws UnusableInputError when it is unknown, used, expired, or another person's.
 */
export async function redeemOAuthState(
  ctx: SessionContext,
  provider: Provider,
  state: string,
): Promise<void> {
  const used = await db(ctx).oAuthState.updateMany({
    where: {
      stateHash: hashToken(state),
      provider,
      userId: ctx.userId,
      companyId: ctx.companyId,
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { usedAt: new Date() },
  });
  if (used.count !== 1) {
    throw new UnusableInputError(
      "This connection attempt is no longer valid. Start again from Integrations.",
    );
  }
}
