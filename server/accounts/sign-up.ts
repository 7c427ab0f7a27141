import type { createAccount as contract } from "@/lib/contracts/accounts";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { createAccount } from "./create-account";
import { queueFirstConfirmation } from "./email-confirmations";
import { rememberAddress } from "./known-addresses";
import { hashPassword } from "./passwords";
import { createSession } from "./sessions";
import { throttled } from "./throttle";
import { announceMail } from "@/server/mail/queued-mail";
import type { RequestContext } from "@/server/platform/context";
import { db, isUniqueViolation } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { toUserRecord } from "./to-user-record";

/**
 * Creates an account, its company with default settings, and the first session, and mails a link that confirms the
 * address.
 * @throws ConflictError when the username or the address is taken; UnusableInputError when the username
 * is another account's address; RateLimitedError.
 */
export async function signUp(
  request: RequestContext,
  input: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  requireUsername(input);
  const { ipAddress } = request;
  const emailKey = input.email.toLowerCase();
  const { mailId, ...signedUp } = await throttled("sign-up", { account: emailKey, ipAddress }, () =>
    createAccountAndCompany(request, input),
  );
  if (mailId) await announceMail(mailId);
  await rememberAddress([input.username.toLowerCase(), emailKey], ipAddress);
  return signedUp;
}

/**
 * Sign-in accepts both, so a username that is another user's address would block their sign-in.
 * @throws UnusableInputError.
 */
export function requireUsername({ username, email }: { username: string; email: string }): void {
  if (!username.includes("@") || username.toLowerCase() === email.toLowerCase()) return;
  const message = "A username with @ must be your own email address";
  throw new UnusableInputError(message, { fields: { username: message } });
}

async function createAccountAndCompany(
  request: RequestContext,
  input: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract> & { mailId: string | null }> {
  const passwordHash = await hashPassword(input.password);
  try {
    return await db("accounts").$transaction(async (tx) => {
      const { username, email } = input;
      const { user, companyId, role } = await createAccount(
        tx,
        { username, email, passwordHash },
        { requestId: request.requestId },
      );
      const token = await createSession(tx, request, { userId: user.id, companyId, role });
      const mailId = await queueFirstConfirmation(tx, request, user);
      return { token, user: toUserRecord(user), message: "Account created successfully!", mailId };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      "An account with this username or email already exists. Sign in instead?",
    );
  }
}
