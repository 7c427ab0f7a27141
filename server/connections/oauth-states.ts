import { dateText } from "@/lib/dates";
import type { ProviderId } from "@/lib/providers/list";
import type { SessionContext } from "@/server/platform/context";
import { seal, unseal } from "@/server/platform/crypto/keyring";
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
  const [redeemed] = await db(ctx).oAuthState.updateManyAndReturn({
    where: { ...own(ctx, provider, state), usedAt: null },
    data: { usedAt: new Date() },
    select: { importFrom: true },
  });
  if (!redeemed) throw expired();
  const { importFrom } = redeemed;
  return { importFrom: importFrom === null ? undefined : dateText(importFrom) };
}

/** Keeps what a consent to several accounts gave, sealed, until {@link takeAccess} or the end of its state. */
export async function keepAccess(
  ctx: SessionContext,
  provider: ProviderId,
  state: string,
  access: unknown,
): Promise<void> {
  const stateHash = hashToken(state);
  const sealedAccess = await seal(access, accessPurpose(stateHash));
  await db(ctx).oAuthState.update({
    where: { ...own(ctx, provider, state), stateHash },
    data: { sealedAccess },
  });
}

/**
 * Takes what {@link keepAccess} kept: once, and only for the user who started.
 * @throws UnusableInputError as {@link redeemOAuthState}.
 */
export async function takeAccess(
  ctx: SessionContext,
  provider: ProviderId,
  state: string,
): Promise<unknown> {
  const [kept] = await db(ctx).$transaction(async (tx) => {
    const where = { ...own(ctx, provider, state), NOT: { sealedAccess: null } };
    const found = await tx.oAuthState.findMany({ where, select: { sealedAccess: true } });
    const { count } = await tx.oAuthState.updateMany({ where, data: { sealedAccess: null } });
    return count > 0 ? found : [];
  });
  if (!kept?.sealedAccess) throw expired();
  return unseal(kept.sealedAccess, accessPurpose(hashToken(state)));
}

/** Binds the access to the state that it was given for. */
export function accessPurpose(stateHash: Uint8Array): string {
  return `access:${Buffer.from(stateHash).toString("hex")}`;
}

function own({ userId, companyId }: SessionContext, provider: ProviderId, state: string) {
  const expiresAt = { gt: new Date() };
  return { stateHash: hashToken(state), provider, userId, companyId, expiresAt };
}

function expired(): UnusableInputError {
  return new UnusableInputError(
    "This connection request has expired. Please start again from Integrations.",
  );
}
