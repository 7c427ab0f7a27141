import {
  confirmEmailOf,
  disableAccount,
  enableAccount,
  endAllSessions,
  endSessionsOf,
  resetPasswordOf,
  turnTwoFactorOff,
} from "./change-account";
import { listCompanies, listUsers } from "./list-accounts";
import type { Command } from "./parse-command";

const ACCOUNT_VERBS = {
  disable: disableAccount,
  enable: enableAccount,
  "reset-password": resetPasswordOf,
  "two-factor-off": turnTwoFactorOff,
  "end-sessions": endSessionsOf,
  "confirm-email": confirmEmailOf,
};

/**
 * @returns what to print.
 * @throws Error with one sentence when there is no such account.
 */
export function runCommand({ name, email }: Command): Promise<string> {
  if (name === "users") return listUsers();
  if (name === "companies") return listCompanies();
  return email === undefined ? endAllSessions() : ACCOUNT_VERBS[name](email);
}
