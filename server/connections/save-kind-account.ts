import type { saveAccountSetting } from "@/lib/contracts/bookings";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { BOOKING_WORDS } from "@/lib/line-bookings";
import { providerOfWire } from "@/lib/providers/list";
import { requestAutoMatch } from "@/server/work/request-auto-match";
import { requireIntegration } from "./find";
import { homeCurrency } from "./home-currency";
import { kindAccountSetting } from "./kind-accounts";
import { mergeSettings } from "./merge-settings";
import { requirePostable } from "./require-postable";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { releaseBlockedPostings } from "@/server/work/release-blocked-postings";
import { enqueue } from "@/server/platform/queue/enqueue";
import { saveCategory } from "./save-category";

/**
 * Stores the account of a kind of line of a payment source, or takes it back. Deposits that waited for it are
 * matched and posted by it. What is posted stays as it is.
 * @throws ConflictError when the source or QuickBooks is not connected; UnusableInputError when QuickBooks can't
 *   book a line to the account.
 */
export async function saveKindAccount(
  ctx: CompanyContext,
  { integration_type, kind, account_id }: BodyOf<typeof saveAccountSetting>,
): Promise<{ message: string }> {
  const { id: provider, name } = providerOfWire(integration_type);
  if (kind === "fee") {
    if (account_id === null) throw new UnusableInputError("Fees need an expense category.");
    return saveCategory(ctx, provider, { category: { Id: account_id } });
  }
  const integration = await requireIntegration(ctx, provider);
  const account =
    account_id === null
      ? null
      : await requirePostable(ctx, {
          id: account_id,
          currencies: [await homeCurrency(ctx)],
          field: "account_id",
        });
  await db(ctx).$transaction(async (tx) => {
    const chosen = account && {
      id: account.id,
      name: account.name,
      currency: account.currency,
    };
    await mergeSettings(tx, ctx, integration, kindAccountSetting(kind, chosen));
    await requestAutoMatch(tx, ctx);
  });
  await releaseBlockedPostings(ctx);
  await enqueue("auto-match", { companyId: ctx.companyId });
  const what = `${BOOKING_WORDS[kind].all} from ${name}`;
  return { message: account ? `${what} are booked to ${account.name}` : `${what} ask each time` };
}
