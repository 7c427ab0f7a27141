import type { z } from "zod";
import { sumMinor } from "@/lib/money";
import { createDeposit, replaceDeposit } from "./deposits";
import {
  business,
  invalidReference,
  missing,
  notFound,
  QuickBooksFault,
  stale,
  unreadable,
} from "./faults";
import { currencyOf, minor, wireAmount } from "./money";
import { demandOpenBooks } from "./preferences";
import { completedSale } from "./receipts";
import {
  applicationsOf,
  appliedLines,
  completedDocument,
  isDocument,
  settleApplications,
} from "./receivables";
import { type DepositInput, isWritable, WRITABLE, type WritableName } from "./schemas";
import {
  clockOf,
  type Entity,
  type EntityName,
  isTransaction,
  type Line,
  type QuickBooksState,
  type Ref,
  store,
  touch,
} from "./state";
import { isDeposited, undepositedFunds } from "./undeposited";

/**
 * Creates an object, or updates it when the body has an `Id`. Changes nothing when it throws.
 * @throws QuickBooksFault as QuickBooks would refuse it.
 */
export function write(state: QuickBooksState, name: EntityName, body: unknown): Entity {
  if (!isWritable(name)) throw business(`${name} cannot be written.`);
  const at = clockOf(state);
  const { Id, SyncToken, sparse } = header(body);
  if (Id === undefined) {
    const input = parse(name, body);
    if (isTransaction(name)) demandOpenBooks(state, input.TxnDate);
    if (name === "Deposit") return createDeposit(state, input as DepositInput, at);
    return settled(state, name, store(state, name, completed(state, name, own(input)), at), at);
  }
  const entity = current(state, name, Id, SyncToken);
  if (isTransaction(name)) demandOpenBooks(state, entity.TxnDate);
  if (name === "Deposit") {
    return replaceDeposit(state, entity, parse(name, body) as DepositInput, at);
  }
  refuseDeposited(entity);
  const merged = sparse ? { ...own(entity), ...own(body as Entity) } : body;
  const fields = completed(state, name, own(parse(name, merged)), Id);
  const updated = {
    ...fields,
    Id,
    SyncToken: entity.SyncToken,
    MetaData: entity.MetaData,
  } as Entity;
  updated.domain = "QBO";
  updated.sparse = false;
  touch(updated, at);
  state.entities[name][Id] = updated;
  return settled(state, name, updated, at, entity);
}

/** A payment moves the balances of what it is applied to. */
function settled(
  state: QuickBooksState,
  name: EntityName,
  entity: Entity,
  at: Date,
  earlier: Partial<Entity> = {},
): Entity {
  if (name === "Payment") {
    const before = applicationsOf(earlier, state);
    settleApplications(state, entity.Id, { before, after: applicationsOf(entity, state) }, at);
  }
  return entity;
}

/** Which object a body names, in which version. */
export function header(body: unknown): { Id?: string; SyncToken?: string; sparse: boolean } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw unreadable("The request body is not an object");
  }
  const { Id, SyncToken, sparse } = body as Record<string, unknown>;
  return {
    ...(Id === undefined ? {} : { Id: String(Id) }),
    ...(SyncToken === undefined ? {} : { SyncToken: String(SyncToken) }),
    sparse: sparse === true,
  };
}

/** The object, if the caller has seen its latest version. */
export function current(
  state: QuickBooksState,
  name: EntityName,
  id: string,
  syncToken: string | undefined,
): Entity {
  const entity = state.entities[name][id];
  if (!entity) throw notFound(id);
  if (syncToken === undefined) throw missing("SyncToken");
  if (syncToken !== entity.SyncToken) throw stale(name.toLowerCase());
  return entity;
}

export function refuseDeposited(entity: Entity): void {
  if (!isDeposited(entity)) return;
  throw new QuickBooksFault(
    "6540",
    "Deposited Transaction cannot be changed",
    "This transaction has been deposited. If you want to change or delete it, you must edit the deposit it appears on and remove it first",
  );
}

function parse(name: WritableName, body: unknown) {
  const schema: z.ZodType = WRITABLE[name];
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data as Entity;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") {
    const property = [path, issue.keys[0]].filter(Boolean).join(".");
    throw unreadable(`${property} specified is unsupported or invalid`);
  }
  if (issue && given(body, issue.path) === undefined) throw missing(path);
  throw unreadable(`${path} specified is unsupported or invalid`);
}

function given(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    body,
  );
}

// The object's own fields, without those that QuickBooks maintains.
function own(entity: object): Record<string, unknown> {
  const { Id, SyncToken, MetaData, domain, sparse, ...fields } = entity as Partial<Entity>;
  return fields;
}

/** Checks the entity's required fields and fills in the derived ones. */
function completed(
  state: QuickBooksState,
  name: EntityName,
  fields: Partial<Entity>,
  id?: string,
): Record<string, unknown> {
  if (isList(name)) return completedName(state, name, fields, id);
  const currency = currencyOf(fields, state);
  const { LinkedTxn: links = [], ...rest } = fields;
  // Only a Deposit can mark a payment as deposited, not the payment's own update.
  const kept = links.filter(({ TxnType }) => TxnType !== "Deposit");
  const common = {
    ...rest,
    ...(kept.length > 0 ? { LinkedTxn: kept } : {}),
    TxnDate: fields.TxnDate ?? state.today,
    CurrencyRef: { value: currency },
  };
  demandReference(state, "Account", fields.DepositToAccountRef);
  if (name === "JournalEntry") {
    const Line = (fields.Line ?? []).map((line, index) => ({ ...line, Id: String(index) }));
    return { ...common, Line, TotalAmt: balanced(Line, currency) };
  }
  if (name === "Transfer") {
    const between = { FromAccountRef: fields.FromAccountRef, ToAccountRef: fields.ToAccountRef };
    for (const [field, ref] of Object.entries(between)) {
      if (!ref) throw missing(field);
      demandReference(state, "Account", ref as Ref);
    }
    if (fields.Amount === undefined) throw missing("Amount");
    return common;
  }
  if (name === "Payment") {
    if (!fields.CustomerRef) throw missing("CustomerRef");
    if (fields.TotalAmt === undefined) throw missing("TotalAmt");
  }
  const customer = demandReference(state, "Customer", fields.CustomerRef);
  const reference = customer
    ? { CustomerRef: { value: customer.Id, name: String(customer.FullyQualifiedName) } }
    : {};
  if (name === "Payment") {
    const before = applicationsOf(state.entities.Payment[id ?? ""] ?? {}, state);
    return {
      ...common,
      ...reference,
      ...appliedLines(state, { ...common, ...reference }, before),
      ProcessPayment: false,
    };
  }
  if (isDocument(name)) {
    if (!fields.Line?.length) throw missing("Line");
    return completedDocument(state, name, { ...common, ...reference }, id);
  }
  if (name === "RefundReceipt" && !fields.DepositToAccountRef) throw missing("DepositToAccountRef");
  // Where none is named, the money waits in Undeposited Funds.
  const depositTo = fields.DepositToAccountRef ?? { value: undepositedFunds(state).Id };
  const sale = completedSale(state, fields, currency);
  return { ...common, ...reference, DepositToAccountRef: depositTo, ...sale };
}

const LISTS = ["Account", "Class", "Customer", "Item", "Vendor"] as const;
type ListName = (typeof LISTS)[number];

function isList(name: EntityName): name is ListName {
  return LISTS.some((each) => each === name);
}

/** People share one list of names; the others have one each. */
function namesBeside(state: QuickBooksState, name: ListName): Entity[] {
  const shelves: readonly ListName[] =
    name === "Customer" || name === "Vendor" ? ["Customer", "Vendor"] : [name];
  return shelves.flatMap((each) => Object.values(state.entities[each]));
}

function completedName(
  state: QuickBooksState,
  name: ListName,
  fields: Partial<Entity>,
  id: string | undefined,
): Record<string, unknown> {
  const key = name === "Customer" || name === "Vendor" ? "DisplayName" : "Name";
  const label = fields[key];
  if (!label) throw missing(key);
  if (key === "DisplayName" && /[:\t\n]/.test(String(label))) {
    throw business("A name cannot contain a colon, a tab or a new line.");
  }
  const wanted = String(label).toLowerCase();
  const taken = namesBeside(state, name).find(
    (entity) =>
      !(entity.Id === id && state.entities[name][entity.Id] === entity) &&
      String(entity[key]).toLowerCase() === wanted,
  );
  if (taken) {
    throw new QuickBooksFault(
      "6240",
      "Duplicate Name Exists Error",
      `The name supplied already exists. : Id=${taken.Id}`,
    );
  }
  if (name === "Item" && fields.Type !== "Category") {
    if (!fields.IncomeAccountRef) throw missing("IncomeAccountRef");
    demandReference(state, "Account", fields.IncomeAccountRef as Ref);
  }
  if (name !== "Customer") return { Active: true, ...fields, FullyQualifiedName: label };
  return { Active: true, PrintOnCheckName: label, ...fields, ...placeOf(state, fields) };
}

/** A customer's place below their parent; the full name of a job is "Customer:Job". */
function placeOf(state: QuickBooksState, { DisplayName, ParentRef }: Partial<Entity>) {
  const parent = demandReference(state, "Customer", ParentRef);
  if (!parent) return { FullyQualifiedName: DisplayName, Job: false };
  return {
    FullyQualifiedName: `${parent.FullyQualifiedName}:${DisplayName}`,
    ParentRef: { value: parent.Id },
    Job: true,
    Level: Number(parent.Level ?? 0) + 1,
  };
}

function demandReference(
  state: QuickBooksState,
  name: "Account" | "Customer",
  ref: Ref | undefined,
): Entity | undefined {
  if (!ref) return undefined;
  const entity = state.entities[name][ref.value];
  if (!entity) throw invalidReference(`${name}s element id ${ref.value} not found`);
  return entity;
}

function balanced(lines: readonly Line[], currency: string): number {
  const side = (posting: string) =>
    sumMinor(
      lines
        .filter(
          (line) =>
            (line.JournalEntryLineDetail as { PostingType?: string })?.PostingType === posting,
        )
        .map((line) => minor(line.Amount, currency)),
    );
  if (lines.length === 0) throw missing("Line");
  if (side("Debit") !== side("Credit")) throw business("Transactions do not balance.");
  return wireAmount(side("Debit"), currency);
}
