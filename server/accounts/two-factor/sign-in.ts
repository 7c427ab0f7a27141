import type { BodyOf } from "@/lib/contracts/endpoint";
import type { loginSecondStep } from "@/lib/contracts/two-factor";
import { type Account, findAccount } from "@/server/accounts/find-account";
import { completeSignIn, type SignedIn, startSession } from "@/server/accounts/sign-in";
import { throttled } from "@/server/accounts/throttle";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { UnauthenticatedError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { countAttempt, takeChallenge } from "./challenge";
import { takeSecondFactor } from "./second-factor";

/**
 * The second step of a sign-in.
 * @throws UnauthenticatedError (challenge unknown, used or expired; code wrong or used);
 * RateLimitedError.
 */
export async function signInSecondStep(
  request: RequestContext,
  { challenge, code }: BodyOf<typeof loginSecondStep>,
): Promise<SignedIn> {
  const { userId } = await countAttempt(db("accounts"), challenge);
  const { account, answer } = await withSecondFactor(request, userId, code, async (tx, account) => {
    if (!(await takeChallenge(tx, challenge))) throw refused();
    return { account, answer: await startSession(tx, request, account) };
  });
  await completeSignIn(request, account);
  return answer;
}

/**
 * Redeems a second factor of an account and runs `work` in the same transaction.
 * @throws UnauthenticatedError when the code is wrong or used; RateLimitedError.
 */
export function withSecondFactor<T>(
  request: RequestContext,
  userId: number,
  code: string,
  work: (tx: Tx, account: Account) => Promise<T>,
): Promise<T> {
  return throttled("two-factor", { account: userId, request }, () =>
    db("accounts").$transaction(async (tx) => {
      const account = await findAccount(tx, { id: userId });
      const factor = account && (await takeSecondFactor(tx, account.user, code));
      if (!factor) throw refused();
      if (factor === "recovery_code") {
        const { companyId, role } = account;
        await recordAudit(
          tx,
          { companyId: mintCompanyId(companyId), userId, role, requestId: request.requestId },
          { action: "two_factor.recovery_code_used", entity: "user", entityId: userId },
        );
      }
      return work(tx, account);
    }),
  );
}

function refused(): UnauthenticatedError {
  return new UnauthenticatedError("This code is wrong or was already used");
}
