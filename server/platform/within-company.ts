import type { CompanyContext } from "./context";
import type { Tx } from "./db";
import { enterScope } from "./scope";

/**
 * Runs `work` as a company inside a transaction of the accounts' scope, so that an account and its books change in
 * one commit. If it throws, the transaction has to end.
 */
export async function withinCompany<T>(
  tx: Tx,
  ctx: Pick<CompanyContext, "companyId">,
  work: () => Promise<T>,
): Promise<T> {
  await tx.$executeRawUnsafe(enterScope(ctx, null));
  const result = await work();
  await tx.$executeRawUnsafe(enterScope("accounts", null));
  return result;
}
