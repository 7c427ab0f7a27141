import { z } from "zod";
import type { Integration, Prisma } from "@/generated/prisma/client";
import { listProviders } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { releaseBlockedPostings } from "@/server/work/postings";

/** The settings dialogs' values, stored with an integration. Absent until chosen. */
const ledgerSettings = z.object({
  bankId: z.string(),
  bankName: z.string(),
  /** ISO 4217. */
  bankCurrency: z.string(),
});
const clearingSettings = z.object({
  clearingId: z.string(),
  clearingName: z.string(),
  /** ISO 4217. */
  clearingCurrency: z.string(),
});
const sourceSettings = z.object({ categoryId: z.string(), categoryName: z.string() });
const discountSettings = z.object({
  /** Decimal percentage of each charge: "2.90". */
  discountPercent: z.string(),
  /** Decimal, per charge, in the account's currency: "0.30". */
  discountFixed: z.string(),
  discountTiming: z.enum(["daily", "monthly"]),
  /** The same for eChecks. Absent: as for cards. */
  echeckPercent: z.string().optional(),
  echeckFixed: z.string().optional(),
});
const fundingSettings = z.object({
  /** Bank days from the settlement of a batch to the bank. */
  cardDays: z.number().int().nonnegative(),
  echeckDays: z.number().int().nonnegative(),
  /** American Express pays its part itself. */
  amexApart: z.boolean(),
  amexDays: z.number().int().nonnegative(),
});

export type LedgerSettings = z.infer<typeof ledgerSettings>;
export type ClearingSettings = z.infer<typeof clearingSettings>;
export type SourceSettings = z.infer<typeof sourceSettings>;
export type StoredDiscount = z.infer<typeof discountSettings>;
export type StoredFunding = z.infer<typeof fundingSettings>;

/** Without a rate no fee is predicted, and the deposit is the whole batch. */
const NO_DISCOUNT: StoredDiscount = {
  discountPercent: "0.00",
  discountFixed: "0.00",
  discountTiming: "monthly",
};

/** Until it is set, a batch reaches the bank when it settles. */
const NO_FUNDING: StoredFunding = { cardDays: 0, echeckDays: 0, amexApart: false, amexDays: 0 };

/** The bank account for Deposits; null until the user chooses one. */
export function readLedgerSettings(settings: unknown): LedgerSettings | null {
  return ledgerSettings.safeParse(settings).data ?? null;
}

/** The account that balances negative payouts; null until the user chooses one. */
export function readClearingSettings(settings: unknown): ClearingSettings | null {
  return clearingSettings.safeParse(settings).data ?? null;
}

/** The account for a source's fees; null until the user chooses one. */
export function readSourceSettings(settings: unknown): SourceSettings | null {
  return sourceSettings.safeParse(settings).data ?? null;
}

/** Whether a rate has been set. */
export function hasDiscount(settings: unknown): boolean {
  return discountSettings.safeParse(settings).success;
}

/** The rate that predicts the fees of a source that does not report them. */
export function readDiscount(settings: unknown): StoredDiscount {
  return discountSettings.safeParse(settings).data ?? NO_DISCOUNT;
}

/** When the money of a source that reports settlements alone reaches the bank. */
export function readFunding(settings: unknown): StoredFunding {
  return fundingSettings.safeParse(settings).data ?? NO_FUNDING;
}

/**
 * Merges the choices of one settings dialog into the stored settings, in the caller's transaction. All accounts that the
 * company has at the provider share them, except processors whose payouts come from files: each has its own.
 */
export async function mergeSettings(
  tx: Tx,
  ctx: CompanyContext,
  integration: Pick<Integration, "id" | "provider">,
  settings: Prisma.InputJsonObject,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE integrations SET settings = settings || ${JSON.stringify(settings)}::jsonb
    WHERE company_id = ${ctx.companyId}::uuid AND (id = ${integration.id}::uuid
      OR (provider = ${integration.provider}::provider AND provider <> 'file'
        AND status <> 'disconnected'))`;
  await recordAudit(tx, ctx, {
    action: "integration.settings_saved",
    entity: "integration",
    entityId: integration.id,
    data: { provider: integration.provider, ...settings },
  });
}

/** Stores a chosen account in a provider's settings and releases the postings that waited for it. */
export async function storeChoice(
  ctx: CompanyContext,
  integration: Pick<Integration, "id" | "provider">,
  settings: Prisma.InputJsonObject,
): Promise<void> {
  await db(ctx).$transaction((tx) => mergeSettings(tx, ctx, integration, settings));
  await releaseBlockedPostings(ctx);
}

/** The settings column as an object; what isn't one counts as empty. */
export const storedSettings = z.record(z.string(), z.unknown()).catch({});

/** Something that a company chose in its books, without an id: ids mean nothing in other books. */
const namedChoice = z.object({
  /** Of whose settings it is; "ledger": of the ledger's. */
  provider: z.enum([...listProviders().map(({ id }) => id), "ledger"]),
  /** As the settings store it, or "bank", "clearing" or "category" for what they store in several keys. */
  key: z.string(),
  name: z.string(),
});
export type NamedChoice = z.infer<typeof namedChoice>;

const storedJson = z.custom<Prisma.InputJsonObject>((value) => typeof value === "object");

/** What a new company takes over from another one, once it has books: `company_settings.copied`. */
export const copiedChoices = z.object({
  /** The other company's name. */
  from: z.string(),
  /** The user who copied. */
  by: z.number().int(),
  choices: z.array(namedChoice),
  /** Rules that name something of the books, with the ids left empty. */
  rules: z.array(
    z.object({
      position: z.number().int(),
      source: z.enum(listProviders().map(({ id }) => id)),
      conditions: storedJson,
      outcome: storedJson,
    }),
  ),
});

export type CopiedChoices = z.input<typeof copiedChoices>;

/** Customers are left out: they are one company's own. */
const CHOICE = /^(account:|bank:|receipt:|line:(?!customer))/;
const named = z.union([
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ bankName: z.string() }).transform(({ bankName }) => bankName),
  z.string(),
]);

/** The choices in a provider's stored settings, by name. */
export function namedChoices(provider: NamedChoice["provider"], settings: unknown): NamedChoice[] {
  const kept = Object.entries(storedSettings.parse(settings)).map(
    ([key, value]) => [key, CHOICE.test(key) ? named.safeParse(value).data : undefined] as const,
  );
  return [
    ...kept,
    ["category", readSourceSettings(settings)?.categoryName] as const,
    ["bank", readLedgerSettings(settings)?.bankName] as const,
    ["clearing", readClearingSettings(settings)?.clearingName] as const,
  ].flatMap(([key, name]) => (name ? { provider, key, name } : []));
}
