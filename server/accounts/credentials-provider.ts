import type { CredentialsConfig } from "next-auth/providers/credentials";
import { z } from "zod";
import { credentials } from "@/lib/contracts/accounts";
import { withSecondFactor } from "@/server/accounts/two-factor/sign-in";
import type { RequestContext } from "@/server/platform/context";
import { TwoFactorRequiredError, UnauthenticatedError } from "@/server/platform/errors";
import type { Account } from "./find-account";
import { errorCode } from "./next-auth-logger";
import { identify } from "./sign-in";

const schema = credentials.extend({ code: z.string().trim().max(40).optional() });

/**
 * Signs in by username and password through next-auth: the same first step as the API's, plus `code`
 * where the account requires a second factor. `onSuccess` receives the account.
 */
export function credentialsProvider(
  request: RequestContext,
  onSuccess: (account: Account) => void,
): CredentialsConfig {
  return {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: {},
    async authorize(given) {
      const input = schema.safeParse(given);
      if (!input.success) return null;
      const account = await check(request, input.data);
      if (!account) return null;
      onSuccess(account);
      return { id: String(account.user.id) };
    },
  };
}

/** @throws Error whose message is a code; next-auth passes it to the sign-in page as `error`. */
async function check(
  request: RequestContext,
  { code, ...input }: z.infer<typeof schema>,
): Promise<Account | null> {
  try {
    const account = await identify(request, input);
    if (!account.user.totpConfirmedAt) return account;
    if (!code) throw new TwoFactorRequiredError("Enter the code from your authenticator app");
    return await withSecondFactor(request, account.user.id, code, async (_tx, found) => found);
  } catch (error) {
    if (error instanceof UnauthenticatedError) return null;
    throw new Error(errorCode(error));
  }
}
