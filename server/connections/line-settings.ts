import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import { ACCOUNT_KINDS, type AccountKind, type BookingKind } from "@/lib/constants/bookings";
import type { AccountSettings, saveAccountSetting } from "@/lib/contracts/bookings";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveLineSettings as contract, LineSettings } from "@/lib/contracts/line-settings";
import type { ProviderAnswer } from "@/lib/contracts/providers";
import { BOOKING_WORDS } from "@/lib/line-bookings";
import { describeProvider, type ProviderId, providerOfWire } from "@/lib/providers/list";
import type { EntryTags } from "@/lib/settlement";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { enqueue } from "@/server/platform/queue/enqueue";
import { requestAutoMatch } from "@/server/work/company";
import { releaseBlockedPostings } from "@/server/work/postings";
import {
  findIntegration,
  homeCurrency,
  requireIntegration,
  requireSource,
  sourceName,
} from "./find";
import { requireAccount } from "./ledger-accounts";
import { type ListChoice, listFirstOfEach, requireListed, requireTags } from "./ledger-lists";
import { requirePostable } from "./postable-accounts";
import { toNamed } from "./receipt-settings";
import {
  type ClearingSettings,
  mergeSettings,
  readSourceSettings,
  type SourceSettings,
  storeChoice,
  storedSettings,
} from "./settings";

const chosen = z.object({ id: z.string(), name: z.string() });

/** What a source's lines without a payment carry unless they say otherwise; null where nothing was chosen. */
export interface LineDefaults {
  /** Null: no tax applies. */
  taxCode: ListChoice | null;
  class: ListChoice | null;
  /** Of the whole Deposit. */
  location: ListChoice | null;
  customer: ListChoice | null;
  paymentMethod: ListChoice | null;
}

const KEYS = {
  taxCode: "line:tax_code",
  class: "line:class",
  location: "line:location",
  customer: "line:customer",
  paymentMethod: "line:payment_method",
} as const satisfies Record<keyof LineDefaults, string>;

/** All of them name something of one ledger, and leave with it. */
export const LINE_DEFAULT_KEYS: readonly string[] = Object.values(KEYS);

/** The defaults in a source's stored settings. */
export function readLineDefaults(settings: unknown): LineDefaults {
  const values = storedSettings.parse(settings);
  const choice = (key: string) => chosen.safeParse(values[key]).data ?? null;
  return {
    taxCode: choice(KEYS.taxCode),
    class: choice(KEYS.class),
    location: choice(KEYS.location),
    customer: choice(KEYS.customer),
    paymentMethod: choice(KEYS.paymentMethod),
  };
}

/** The defaults as the settings store them. */
function lineDefaultSettings(defaults: LineDefaults) {
  return {
    [KEYS.taxCode]: defaults.taxCode,
    [KEYS.class]: defaults.class,
    [KEYS.location]: defaults.location,
    [KEYS.customer]: defaults.customer,
    [KEYS.paymentMethod]: defaults.paymentMethod,
  };
}

/** Entries with a source's customer and class where they have none of their own. */
export function withLineDefaults<Entry extends EntryTags>(
  entries: readonly Entry[],
  defaults: Pick<LineDefaults, "customer" | "class">,
): Entry[] {
  return entries.map((entry) => ({
    ...entry,
    customer: entry.customer ?? defaults.customer ?? undefined,
    class: entry.class ?? defaults.class ?? undefined,
  }));
}

/** What lines without a payment carry, for each connected payment source. */
export async function loadLineSettings(ctx: CompanyContext): Promise<LineSettings> {
  const rows = await listFirstOfEach(ctx);
  return { sources: rows.flatMap(toSource) };
}

function toSource({ id, provider, displayName, settings }: Integration): LineSettings["sources"] {
  const described = describeProvider(provider);
  if (described.role !== "source") return [];
  const defaults = readLineDefaults(settings);
  return [
    {
      integration_type: described.wire,
      connection_id: id,
      name: sourceName(provider, displayName),
      tax_code: toNamed(defaults.taxCode),
      class: toNamed(defaults.class),
      location: toNamed(defaults.location),
      customer: toNamed(defaults.customer),
      payment_method: toNamed(defaults.paymentMethod),
    },
  ];
}

/**
 * Stores what lines without a payment of a payment source carry, and releases the postings that waited for it. What
 * is posted stays as it is.
 * @throws ConflictError when the source or the ledger is not connected; UnusableInputError when the ledger does not
 *   have what was chosen.
 */
export async function saveLineSettings(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: provider } = providerOfWire(input.integration_type);
  const source = await requireSource(ctx, provider, input.connection_id);
  const fields = { customer: "customer", class: "class_id" };
  const { customer } = await requireTags(ctx, { customer: input.customer }, fields);
  const settings = lineDefaultSettings({
    taxCode: await requireListed(ctx, "taxCodes", input.tax_code_id, "tax_code_id"),
    class: await requireListed(ctx, "classes", input.class_id, "class_id"),
    location: await requireListed(ctx, "locations", input.location_id, "location_id"),
    customer: customer ?? null,
    paymentMethod: await requireListed(
      ctx,
      "paymentMethods",
      input.payment_method_id,
      "payment_method_id",
    ),
  });
  await storeChoice(ctx, source, settings);
  return { message: `Lines from ${sourceName(provider, source.displayName)} saved` };
}

const chosenAccount = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
});

/** An account of the ledger that the company chose. */
type ChosenAccount = z.infer<typeof chosenAccount>;

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
 * @throws UnusableInputError when the ledger has no such current asset account.
 */
export async function saveClearing(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { account_id: string },
): Promise<{ message: string }> {
  const account = await requireAccount(ctx, input.account_id, "current_asset", "account_id");
  await storeChoice(ctx, await requireIntegration(ctx, provider), {
    clearingId: account.id,
    clearingName: account.name,
    clearingCurrency: account.currency,
  } satisfies ClearingSettings);
  return { message: "Clearing account saved successfully" };
}

/**
 * Stores the account of a kind of line of a payment source, or takes it back. Deposits that waited for it are
 * matched and posted by it. What is posted stays as it is.
 * @throws ConflictError when the source or the ledger is not connected; UnusableInputError when the ledger can't
 *   book a line to the account.
 */
export async function saveKindAccount(
  ctx: CompanyContext,
  { integration_type, connection_id, kind, account_id }: BodyOf<typeof saveAccountSetting>,
): Promise<{ message: string }> {
  const { id: provider } = providerOfWire(integration_type);
  const integration = await requireSource(ctx, provider, connection_id);
  if (kind === "fee") {
    if (account_id === null) throw new UnusableInputError("Fees need an expense category.");
    return saveCategory(ctx, provider, { category: { Id: account_id } }, integration.id);
  }
  const name = sourceName(provider, integration.displayName);
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

/** Kinds of line that a processor never has: it reports neither fees nor a balance. */
const NEVER: Partial<Record<ProviderId, readonly AccountKind[]>> = {
  authorizenet: ["dispute_fee", "adjustment", "bill", "reserve", "transfer"],
};

function toKindSource({
  id,
  provider,
  displayName,
  settings,
}: Integration): AccountSettings["sources"] {
  const described = describeProvider(provider);
  if (described.role !== "source") return [];
  const category = readSourceSettings(settings);
  const chosen = readKindAccounts(settings);
  const fee = category && { Id: category.categoryId, Name: category.categoryName };
  return [
    {
      integration_type: described.wire,
      connection_id: id,
      name: sourceName(provider, displayName),
      accounts: [
        { kind: "fee", account: fee },
        ...ACCOUNT_KINDS.flatMap((kind) => {
          const account = chosen[kind];
          if (!account && NEVER[provider]?.includes(kind)) return [];
          return { kind, account: account ? { Id: account.id, Name: account.name } : null };
        }),
      ],
    },
  ];
}

/** The expense category chosen for a source, as the list that the documented clients read. */
export async function readCategory(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<ProviderAnswer<"readCategory">> {
  const integration = await findIntegration(ctx, provider);
  const chosen = readSourceSettings(integration?.settings);
  if (!chosen) return { expenses: [] };
  return { expenses: [{ meta_data: { id: chosen.categoryId, Name: chosen.categoryName } }] };
}

/**
 * Stores the expense category for a source's fees.
 * @throws UnusableInputError when the ledger has no such expense account.
 */
export async function saveCategory(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { category: { Id: string } },
  connectionId?: string,
): Promise<{ message: string }> {
  const account = await requireAccount(ctx, input.category.Id, "expense", "category");
  const settings: SourceSettings = { categoryId: account.id, categoryName: account.name };
  await storeChoice(ctx, await requireSource(ctx, provider, connectionId), { ...settings });
  return { message: "Expense category saved successfully" };
}
