import { SIGN_UP_REFUSALS, type SignUpMode } from "@/lib/constants/sign-up";
import type { Tx } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { ForbiddenError } from "@/server/platform/errors";
import { readInstallation } from "@/server/platform/installation";
import { isDatabaseUnavailable } from "@/server/platform/is-database-unavailable";
import { log } from "@/server/platform/logger";
import { hasAccounts } from "@/server/setup/has-accounts";

/**
 * SIGN_UP, or what holds without it: installations that had accounts before there was the setting, and those on one's
 * own machine, are open. Others are by invitation.
 */
async function signUpMode(): Promise<SignUpMode> {
  const { SIGN_UP, isLocal } = getEnv();
  if (SIGN_UP) return SIGN_UP;
  if (isLocal) return "open";
  return (await readInstallation()).hadAccounts ? "open" : "invitation";
}

/** What a stranger may do now: by invitation, the first account is free to take. */
async function signUpOffer(): Promise<SignUpMode> {
  const mode = await signUpMode();
  if (mode !== "invitation") return mode;
  return (await hasAccounts()) ? "invitation" : "open";
}

/** The same for pages, which come without the database too: signing up then says what holds. */
export async function signUpOfferOnPages(): Promise<SignUpMode> {
  return signUpOffer().catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    log().warn({ error }, "page written without knowing who may sign up");
    return "open";
  });
}

/** @throws ForbiddenError unless a stranger may sign up; before anything is hashed or counted. */
export async function requireSignUpOffered(): Promise<void> {
  refuseUnlessOpen(await signUpOffer());
}

/**
 * The same in the transaction that creates the account: of several at the same moment one is the first.
 * @throws ForbiddenError.
 */
export async function takeSignUp(tx: Tx): Promise<void> {
  const mode = await signUpMode();
  if (mode !== "invitation") return refuseUnlessOpen(mode);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('the first account', 0))`;
  refuseUnlessOpen((await hasAccounts(tx)) ? "invitation" : "open");
}

/** For a person whose address is proved, and invited. @throws ForbiddenError where no new person gets an account. */
export async function requireInvitedSignUp(): Promise<void> {
  if ((await signUpMode()) === "closed") refuseUnlessOpen("closed");
}

function refuseUnlessOpen(mode: SignUpMode): void {
  if (mode !== "open") throw new ForbiddenError(SIGN_UP_REFUSALS[mode], "sign_up_closed");
}
