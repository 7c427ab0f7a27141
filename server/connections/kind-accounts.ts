import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import type { AccountSettings, saveAccountSetting } from "@/lib/contracts/bookings";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { ACCOUNT_KINDS, type AccountKind, type BookingKind } from "@/lib/contracts/values/bookings";
import { BOOKING_WORDS } from "@/lib/line-bookings";
import { connectable, type ProviderId, providerOfWire } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { requestAutoMatch } from "@/server/work/company";
import { releaseBlockedPostings } from "@/server/work/postings";
import { saveCategory } from "./fee-category";
import { homeCurrency, requireIntegration } from "./find";
import { requireAccount } from "./ledger-accounts";
import { listFirstOfEach } from "./ledger-lists";
import { requirePostable } from "./postable-accounts";
import {
  type ClearingSettings,
  mergeSettings,
  readSourceSettings,
  storeChoice,
  storedSettings,
} from "./settings";

const chosenAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
});

/** An account of the ledger that the company chose. */
export type ChosenAccount = z.infer<typeof chosenAccount>;

/** The accounts of a source's lines without a payment, by kind; a kind without one is asked for. */
export type KindAccounts = Partial<Record<BookingKind, ChosenAccount>>;

/** A key per kind, so that two choices at the same moment keep each other. */
const keyOf = (kind: AccountKind) => `account:${kind}`;

/** All keys: they name accounts of one ledger, and leave with it. */
export const KIND_ACCOUNT_KEYS: readonly string[] = ACCOUNT_KINDS.map(keyOf);

/** The accounts in a source's stored settings. */
export function readKindAccounts(settings: unknown): KindAccounts {
  const values = storedSettings.parse(settings);
  return Object.fromEntries(
    ACCOUNT_KINDS.flatMap((kind) => {
      const account = chosenAccount.safeParse(values[keyOf(kind)]).data;
      return account ? [[kind, account]] : [];
    }),
  );
}

/** A choice as the settings store it; null takes it back. */
export function kindAccountSetting(kind: AccountKind, account: ChosenAccount | null) {
  return { [keyOf(kind)]: account };
}

/**
 * Stores the account that balances negative payouts.
 * @throws UnusableInputError when QuickBooks has no such current asset account.
 */
export async function saveClearing(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { account_id: string },
): Promise<{ message: string }> {
  const account = await requireAccount(ctx, input.account_id, "current_asset", "account_id");
  await storeChoice(ctx, provider, {
    clearingId: account.id,
    clearingName: account.name,
    clearingCurrency: account.currency,
  } satisfies ClearingSettings);
  return { message: "Clearing account saved successfully" };
}

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

/** The accounts that the company chose for each connected payment source. */
export async function loadAccountSettings(ctx: CompanyContext): Promise<AccountSettings> {
  const rows = await listFirstOfEach(ctx);
  return { sources: rows.flatMap(toKindSource) };
}

function toKindSource({ provider, settings }: Integration): AccountSettings["sources"] {
  const described = connectable(provider);
  if (described.role !== "source") return [];
  const category = readSourceSettings(settings);
  const chosen = readKindAccounts(settings);
  const fee = category && { Id: category.categoryId, Name: category.categoryName };
  return [
    {
      integration_type: described.wire,
      name: described.name,
      accounts: [
        { kind: "fee", account: fee },
        ...ACCOUNT_KINDS.map((kind) => {
          const account = chosen[kind];
          return { kind, account: account ? { Id: account.id, Name: account.name } : null };
        }),
      ],
    },
  ];
}
