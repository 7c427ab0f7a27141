import { type Integration, Prisma } from "@/generated/prisma/client";
import { counted } from "@/lib/counted";
import { groupBy } from "@/lib/group-by";
import { bankIds } from "@/server/connections/bank-accounts";
import { homeCurrency } from "@/server/connections/find";
import { ledgerAccounts } from "@/server/connections/ledger-accounts";
import { listLineChoices, listReceiptChoices } from "@/server/connections/ledger-lists";
import {
  copiedChoices,
  mergeSettings,
  type NamedChoice,
  storedSettings,
} from "@/server/connections/settings";
import { auditRule } from "@/server/line-decisions/rules/edit-rules";
import { readRule, type StoredOutcome } from "@/server/line-decisions/rules/stored-rule";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { AppError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerAccount } from "@/server/providers/ledger";
import { wordsOf } from "@/server/work/ledger-words";
import { releaseBlockedPostings } from "@/server/work/postings";

/**
 * Looks up in the company's books what was copied by name from another company. A choice is taken over where exactly one
 * active entry of the right kind has the name, and the user hasn't chosen before; those of a processor wait until it is
 * connected. Rules are taken over switched off. A notification says what was found. Where the books can't be read, all
 * of it waits for the next sync.
 */
export async function takeOverChoices(ctx: CompanyContext, ledger: Integration): Promise<void> {
  const { companyId } = ctx;
  const settings = await db(ctx).companySettings.findUnique({ where: { companyId } });
  if (!settings?.copied) return;
  const connected = await db(ctx).integration.findMany({
    where: { companyId, status: { not: "disconnected" } },
  });
  const ownerOf = ({ provider }: NamedChoice) =>
    provider === "ledger" ? ledger : connected.find((each) => each.provider === provider);
  const { choices, rules } = copiedChoices.parse(settings.copied);
  if (rules.length === 0 && !choices.some(ownerOf)) return;
  try {
    const books = await readBooks(ctx, ledger);
    await db(ctx).$transaction((tx) => takeOver(tx, ctx, { books, ledger, ownerOf }));
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof AppError)) throw error;
    log().warn({ error }, "copied choices wait: the books can't be read");
    return;
  }
  await releaseBlockedPostings(ctx);
}

interface Entry {
  id: string;
  name: string;
  /** Of a product: the account of its sales. */
  account?: string;
}

interface Books {
  accounts: readonly LedgerAccount[];
  /** Those that a line can be booked to. */
  bookable: readonly LedgerAccount[];
  items: Entry[];
  taxCodes: Entry[];
  classes: Entry[];
  locations: Entry[];
  paymentMethods: Entry[];
}

async function readBooks(ctx: CompanyContext, ledger: Integration): Promise<Books> {
  const accounts = await ledgerAccounts(ctx, "fresh");
  const home = await homeCurrency(ctx);
  const banks = bankIds(ledger.settings);
  const receipts = await listReceiptChoices(ctx, { reload: "true" });
  const lines = await listLineChoices(ctx, { reload: "true" });
  const toEntry = ({ Id: id, Name: name }: { Id: string; Name: string }) => ({ id, name });
  return {
    accounts,
    bookable: accounts.filter(({ id, currency }) => currency === home && !banks.has(id)),
    items: receipts.items.map(({ income_account: account, ...item }) => ({
      ...toEntry(item),
      ...(account !== "" && { account }),
    })),
    taxCodes: receipts.tax_codes.map(toEntry),
    classes: receipts.classes.map(toEntry),
    locations: lines.locations.map(toEntry),
    paymentMethods: lines.payment_methods.map(toEntry),
  };
}

interface TakeOver {
  books: Books;
  ledger: Integration;
  ownerOf: (choice: NamedChoice) => Integration | undefined;
}

async function takeOver(tx: Tx, ctx: CompanyContext, { books, ledger, ownerOf }: TakeOver) {
  const { companyId } = ctx;
  const [row] = await tx.$queryRaw<{ copied: unknown }[]>`
    SELECT copied FROM company_settings WHERE company_id = ${companyId}::uuid FOR UPDATE`;
  // Another worker has taken them over meanwhile.
  if (!row?.copied) return;
  const { rules, choices, ...copied } = copiedChoices.parse(row.copied);
  const missing: string[] = [];
  let found = 0;
  for (const [, own] of groupBy(choices, ({ provider }) => provider)) {
    const owner = own[0] && ownerOf(own[0]);
    if (!owner) continue;
    const isOpen = ({ key }: NamedChoice) => !hasChosen(owner.settings, key);
    const looked = own
      .filter(isOpen)
      .map((choice) => ({ choice, setting: settingOf(choice, books) }));
    missing.push(...looked.flatMap(({ choice, setting }) => (setting ? [] : choice.name)));
    const settings = looked.flatMap(({ setting }) => setting ?? []);
    found += settings.length;
    if (settings.length > 0) await mergeSettings(tx, ctx, owner, Object.assign({}, ...settings));
  }
  let made = 0;
  for (const { position, ...rule } of rules) {
    const read = readRule({ ...rule, id: 0, ledgerId: ledger.id });
    const outcome = outcomeOf(read.outcome, books, missing);
    if (outcome === null) continue;
    made += 1;
    const row = await tx.rule.create({
      data: {
        ...{ companyId, position, source: rule.source, ledgerId: ledger.id, createdBy: copied.by },
        ...{ conditions: read.conditions, outcome },
      },
    });
    await auditRule(tx, ctx, "rule.created", row);
  }
  const waiting = choices.filter((choice) => !ownerOf(choice));
  await tx.companySettings.update({
    where: { companyId },
    data: {
      copied: waiting.length === 0 ? Prisma.DbNull : { ...copied, choices: waiting, rules: [] },
    },
  });
  const { name } = wordsOf(ledger.provider);
  const names = [...new Set(missing)];
  if (found + names.length + rules.length === 0) return;
  await notify(tx, ctx, {
    event: `taken-over:${waiting.length}:${ledger.id}`,
    kind: "issue",
    title: `${found} of ${found + names.length} choices of ${copied.from} taken over`,
    body: [
      names.length === 0
        ? ""
        : `Not in ${name}, or there twice: ${names.join(", ")}. Choose these in Settings.`,
      rules.length === 0
        ? ""
        : `${made} of ${counted(rules.length, "rule")} taken over, switched off.`,
    ]
      .filter((text) => text !== "")
      .join(" "),
    link: "/settings",
  });
}

/** The only one of that name; null where there is none, or several. */
function only<Row extends { name: string }>(rows: readonly Row[], name: string): Row | null {
  const [first, ...more] = rows.filter((row) => row.name === name);
  return first && more.length === 0 ? first : null;
}

const FLAT: Record<string, string> = {
  category: "categoryId",
  bank: "bankId",
  clearing: "clearingId",
};

function hasChosen(settings: Integration["settings"], key: string): boolean {
  const value = storedSettings.parse(settings)[FLAT[key] ?? key];
  return value !== undefined && value !== null && value !== "";
}

/** A choice as the settings store it; null where the books have no single entry for it. */
function settingOf({ key, name }: NamedChoice, books: Books): Prisma.InputJsonObject | null {
  const typed = (type: LedgerAccount["type"]) =>
    only(
      books.accounts.filter((account) => account.type === type),
      name,
    );
  if (key === "receipt:memo") return { [key]: name };
  if (key === "category") {
    const account = typed("expense");
    return account && { categoryId: account.id, categoryName: account.name };
  }
  if (key === "clearing") {
    const account = typed("current_asset");
    return (
      account && {
        ...{ clearingId: account.id, clearingName: account.name },
        clearingCurrency: account.currency,
      }
    );
  }
  if (key === "bank" || key.startsWith("bank:")) {
    const account = typed("bank");
    if (!account) return null;
    const bank = {
      ...{ bankId: account.id, bankName: account.name },
      bankCurrency: account.currency,
    };
    return key === "bank" ? bank : { [key]: bank };
  }
  if (key.startsWith("account:")) {
    const account = only(books.bookable, name);
    return account && { [key]: { id: account.id, name, currency: account.currency } };
  }
  const list = LISTS[key.slice(key.indexOf(":") + 1)];
  const entry = list && only(books[list], name);
  return entry ? { [key]: { ...entry } } : null;
}

/** What receipts and lines are given, by the end of its key. */
const LISTS: Record<
  string,
  "items" | "taxCodes" | "classes" | "locations" | "paymentMethods" | undefined
> = {
  item: "items",
  refund_item: "items",
  tax_code: "taxCodes",
  class: "classes",
  location: "locations",
  payment_method: "paymentMethods",
};

/**
 * A rule's outcome with the ids of these books; null where something isn't found, or it names a customer, who is the other
 * company's own.
 * @param missing gets the names that aren't found
 */
function outcomeOf(outcome: StoredOutcome, books: Books, missing: string[]): StoredOutcome | null {
  if (outcome.do === "wait") return outcome;
  if (outcome.customer !== null) return null;
  const find = (rows: readonly Entry[], named: { name: string } | null): Entry | null => {
    if (named === null) return null;
    const entry = only(rows, named.name);
    if (!entry) missing.push(named.name);
    return entry && { ...entry };
  };
  const ofClass = find(books.classes, outcome.class);
  if (outcome.class && !ofClass) return null;
  if (outcome.do === "account") {
    const account = find(books.bookable, outcome.account);
    if (!account) return null;
    return { ...outcome, account: { id: account.id, name: account.name }, class: ofClass };
  }
  const item = find(books.items, outcome.item);
  const taxCode = find(books.taxCodes, outcome.taxCode);
  if (!item || (outcome.taxCode && !taxCode)) return null;
  return { ...outcome, item, taxCode, class: ofClass };
}
