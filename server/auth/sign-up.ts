import type { createAccount } from "@/lib/contracts/accounts";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { recordAudit } from "@/server/audit/record";
import { mintCompanyId } from "@/server/auth/company-id";
import { rememberAddress } from "@/server/auth/known-addresses";
import { hashPassword } from "@/server/auth/passwords";
import { createSession } from "@/server/auth/sessions";
import { throttled } from "@/server/auth/throttle";
import { toUserRecord } from "@/server/auth/user-record";
import type { RequestContext } from "@/server/context";
import { db, isUniqueViolation } from "@/server/db";
import { ConflictError, UnusableInputError } from "@/server/errors";

/**
 * Makes an account, its company with default settings, and the first session.
 * @throws ConflictError when the username or the address is taken; UnusableInputError when the username
 * is somebody else's address; RateLimitedError.
 */
export async function signUp(
  request: RequestContext,
  input: BodyOf<typeof createAccount>,
): Promise<ResponseOf<typeof createAccount>> {
  // Sign-in takes either; a username that is somebody else's address would stand in their way.
  if (input.username.includes("@") && input.username.toLowerCase() !== input.email.toLowerCase()) {
    throw new UnusableInputError("A username with @ must be your own email address", {
      fields: { username: "A username with @ must be your own email address" },
    });
  }
  const { ipAddress } = request;
  const emailKey = input.email.toLowerCase();
  const signedUp = await throttled("sign-up", { account: emailKey, ipAddress }, () =>
    createAccountAndCompany(request, input),
  );
  await rememberAddress([input.username.toLowerCase(), emailKey], ipAddress);
  return signedUp;
}

async function createAccountAndCompany(
  request: RequestContext,
  input: BodyOf<typeof createAccount>,
): Promise<ResponseOf<typeof createAccount>> {
  const passwordHash = await hashPassword(input.password);
  try {
    return await db("accounts").$transaction(async (tx) => {
      const user = await tx.user.create({
        data: {
          username: input.username,
          usernameKey: input.username.toLowerCase(),
          email: input.email,
          emailKey: input.email.toLowerCase(),
          passwordHash,
        },
      });
      const company = await tx.company.create({
        data: {
          name: `${input.username}'s company`,
          settings: { create: {} },
          memberships: { create: { userId: user.id } },
        },
      });
      const companyId = mintCompanyId(company.id);
      await recordAudit(
        tx,
        { companyId, userId: user.id, requestId: request.requestId },
        { action: "account.created", entity: "user", entityId: user.id },
      );
      const token = await createSession(tx, request, { userId: user.id, companyId });
      return { token, user: toUserRecord(user), message: "Account created successfully!" };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      "An account with this username or email already exists. Log in instead?",
    );
  }
}
