import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { signUpInvited as contract } from "@/lib/contracts/invitations";
import { recordAudit } from "@/server/platform/record-audit";
import { createAccount } from "@/server/accounts/create-account";
import { rememberAddress } from "@/server/accounts/known-addresses";
import { hashPassword } from "@/server/accounts/passwords";
import { createSession } from "@/server/accounts/sessions";
import { requireUsername } from "@/server/accounts/sign-up";
import { throttled } from "@/server/accounts/throttle";
import { toUserRecord } from "@/server/accounts/to-user-record";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { db, isUniqueViolation } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { findInvitation, takeInvitation } from "./find-invitation";

/**
 * Creates an account for the invited address, in the inviting company alone, and its first session. The mailed link
 * proves the address.
 * @throws NotFoundError; ConflictError when the username is taken or the address has an account; UnusableInputError as
 * signUp; RateLimitedError.
 */
export async function signUpInvited(
  ctx: RequestContext,
  { token, username, password }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const invitation = await findInvitation(ctx, token);
  const { companyId, role, email, emailKey } = invitation;
  requireUsername({ username, email });
  const { ipAddress, requestId } = ctx;
  const create = async () => {
    const passwordHash = await hashPassword(password);
    return db("accounts").$transaction(async (tx) => {
      await takeInvitation(tx, invitation);
      const { user } = await createAccount(
        tx,
        { username, email, passwordHash, emailVerifiedAt: new Date() },
        { requestId, invited: { companyId, role } },
      );
      const inCompany = { companyId: mintCompanyId(companyId), userId: user.id, requestId, role };
      await recordAudit(tx, inCompany, {
        action: "member.joined",
        entity: "user",
        entityId: user.id,
        data: { email, role },
      });
      const signedInWith = await createSession(tx, ctx, { userId: user.id, companyId, role });
      const message = "Account created successfully!";
      return { token: signedInWith, user: toUserRecord(user), message };
    });
  };
  try {
    const answer = await throttled("sign-up", { account: emailKey, ipAddress }, create);
    await rememberAddress([username.toLowerCase(), emailKey], ipAddress);
    return answer;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      "An account with this username or email already exists. Choose another username, or sign in to accept.",
    );
  }
}
