import { dateText } from "@/lib/dates";
import type { ProviderId } from "@/lib/providers/list";
import type { SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";

const LIFETIME_MS = 15 * 60_000;

/** Issues the state of a redirect: single use, bound to this user, company and provider. */
export async function issueOAuthState(
  ctx: SessionContext,
  provider: ProviderId,
  startDate?: string,
): Promise<string> {
  const state = randomToken();
  await db(ctx).oAuthState.create({
    data: {
      stateHash: hashToken(state),
      provider,
      userId: ctx.userId,
      companyId: ctx.companyId,
      importFrom: startDate === undefined ? null : new Date(startDate),
      expiresAt: new Date(Date.now() + LIFETIME_MS),
    },
  });
  return state;
}

/**
 * Redeems the state that came back, in one statement, so that of two callbacks with one state only one
 * proceeds.
 * @returns the start date that was chosen before the redirect.
 * @throws UnusableInputError when it is unknown, used, expired, or another user's.
 */
export async function redeemOAuthState(
  ctx: SessionContext,
  provider: ProviderId,
  state: string,
): Promise<{ importFrom: string | undefined }> {
  const used = await db(ctx).oAuthState.updateManyAndReturn({
    where: {
      stateHash: hashToken(state),
      provider,
      userId: ctx.userId,
      companyId: ctx.companyId,
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { usedAt: new Date() },
    select: { importFrom: true },
  });
  const [redeemed] = used;
  if (!redeemed) {
    throw new UnusableInputError(
      "This connection request has expired. Please start again from Integrations.",
    );
  }
  const { importFrom } = redeemed;
  return { importFrom: importFrom === null ? undefined : dateText(importFrom) };
}
