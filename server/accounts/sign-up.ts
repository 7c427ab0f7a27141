import type { Prisma, User } from "@/generated/prisma/client";
import type { Role } from "@/lib/constants/roles";
import type { createAccount as contract } from "@/lib/contracts/accounts";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { announceMail } from "@/server/mail/queued-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { defaultCompanyName, insertCompany } from "@/server/work/company";
import { queueFirstConfirmation } from "./email-confirmations";
import { type Account, rememberPlace, toUserRecord } from "./find-account";
import { hashPassword } from "./passwords";
import { createSession } from "./sessions";
import { requireSignUpOffered, takeSignUp } from "./sign-up-policy";
import { throttled } from "./throttle";

export { signUpOfferOnPages } from "./sign-up-policy";

/**
 * Creates an account, its company with default settings, and the first session, and mails a link that confirms the
 * address.
 * @throws ConflictError when the username or the address is taken; UnusableInputError when the username
 * is another account's address; ForbiddenError unless a stranger may sign up; RateLimitedError.
 */
export async function signUp(
  request: RequestContext,
  input: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  await requireSignUpOffered();
  requireUsername(input);
  const account = input.email.toLowerCase();
  const { mailId, token, user } = await throttled("sign-up", { account, request }, () =>
    createAccountAndCompany(request, input),
  );
  if (mailId) await announceMail(mailId);
  await rememberPlace(request, user);
  return { token, user: toUserRecord(user), message: "Account created successfully!" };
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
): Promise<{ token: string; user: User; mailId: string | null }> {
  const passwordHash = await hashPassword(input.password);
  try {
    return await db("accounts").$transaction(async (tx) => {
      await takeSignUp(tx);
      const { username, email } = input;
      const { user, companyId, role } = await createAccount(
        tx,
        { username, email, passwordHash },
        { requestId: request.requestId },
      );
      const token = await createSession(tx, request, { userId: user.id, companyId, role });
      const mailId = await queueFirstConfirmation(tx, request, user);
      return { token, user, mailId };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      "already_exists",
      "An account with this username or email already exists. Sign in instead?",
    );
  }
}

type Person = Pick<
  Prisma.UserCreateInput,
  "username" | "email" | "passwordHash" | "emailVerifiedAt" | "firstName" | "lastName"
>;

/**
 * Creates an account and its company with default settings, or in the company that invited it.
 * @throws a unique violation when the username or the address is taken.
 */
export async function createAccount(
  tx: Tx,
  person: Person,
  {
    requestId,
    invited,
    ...data
  }: {
    requestId: string;
    openid_issuer?: string;
    /** The company that the user joins instead of getting one. */
    invited?: { companyId: string; role: Role };
  },
): Promise<Account> {
  const user = await tx.user.create({
    data: {
      ...person,
      usernameKey: person.username.toLowerCase(),
      emailKey: person.email.toLowerCase(),
    },
  });
  const companyId =
    invited?.companyId ??
    (await insertCompany(tx, { name: defaultCompanyName(person.username), ownerId: user.id }));
  if (invited) await tx.membership.create({ data: { ...invited, userId: user.id } });
  const role = invited?.role ?? "owner";
  await recordAudit(
    tx,
    { companyId: mintCompanyId(companyId), userId: user.id, role, requestId },
    { action: "account.created", entity: "user", entityId: user.id, data },
  );
  return { user, companyId, role };
}
