import type { Integration } from "@/generated/prisma/client";
import { LEDGERS } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { askingJobs } from "@/server/platform/with-company-lock";
import { wordsOf } from "./ledger-words";

type Account = Pick<Integration, "companyId" | "provider" | "externalAccountId">;

/** Connections of other companies here to the same account at a provider. */
export function elsewhere({ companyId, provider, externalAccountId }: Account) {
  const live = { status: { not: "disconnected" } } as const;
  return { provider, externalAccountId, ...live, NOT: { companyId } };
}

/** Whether {@link elsewhere} finds one. It never reveals which company that is. */
export async function isShared(tx: Tx, ctx: CompanyContext, account: Account): Promise<boolean> {
  const where = elsewhere(account);
  return (await askingJobs(tx, ctx, () => tx.integration.count({ where }))) > 0;
}

/**
 * @throws ConflictError when another company in this installation has the same books and it isn't decided that this
 *   one posts, or it is decided that it doesn't.
 */
export async function requireOwnPosting(tx: Tx, ctx: CompanyContext): Promise<void> {
  const books = await tx.integration.findFirst({
    where: { companyId: ctx.companyId, provider: { in: LEDGERS }, status: { not: "disconnected" } },
  });
  const { name } = wordsOf(books?.provider);
  if (books?.sharedUse === "matches") {
    throw new ConflictError(
      "other_books",
      `This company only matches, as chosen on the ${name} card under Integrations. Change that first.`,
    );
  }
  if (books?.sharedUse === "undecided" && (await isShared(tx, ctx, books))) {
    throw new ConflictError(
      "other_books",
      `Another company in Deposit Matcher uses this ${name} company. On the ${name} card under Integrations, choose which one posts. Then turn automatic posting on.`,
    );
  }
}

/** Turns automatic posting off, including what is queued. */
export async function stopAutomaticPosting(tx: Tx, ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  await tx.companySettings.updateMany({ where: { companyId }, data: { autoPost: false } });
  await holdPostings(tx, ctx);
}

/**
 * Holds what waits to be posted until a user says so: automatic posting was turned off. What may have reached
 * the books goes on.
 */
export async function holdPostings(tx: Tx, { companyId }: CompanyContext): Promise<void> {
  await tx.posting.updateMany({
    where: { companyId, state: { in: ["queued", "blocked"] }, outcomeUnknown: false },
    data: { state: "held", message: "", errorCode: null, details: "" },
  });
}
