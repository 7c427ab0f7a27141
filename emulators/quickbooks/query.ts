import { QuickBooksFault } from "./faults";
import { presented } from "./present";
import { type Condition, parseQuery } from "./query-parser";
import {
  asEntityName,
  type Entity,
  type EntityName,
  isTransaction,
  type QuickBooksState,
} from "./state";

const ALWAYS = ["Id", "MetaData.CreateTime", "MetaData.LastUpdatedTime"];

/** Fields allowed in `where`, per entity, from Intuit's reference ("filterable"). */
const QUERYABLE: Record<EntityName, string[]> = {
  Account: [
    "Name",
    "AccountType",
    "AccountSubType",
    "Active",
    "Classification",
    "CurrentBalance",
    "FullyQualifiedName",
    "SubAccount",
  ],
  Class: ["Name", "Active", "FullyQualifiedName", "SubClass"],
  CompanyInfo: [],
  CreditMemo: ["TxnDate", "DocNumber", "TotalAmt", "CustomerRef", "Balance"],
  Customer: [
    "DisplayName",
    "GivenName",
    "FamilyName",
    "CompanyName",
    "FullyQualifiedName",
    "PrimaryEmailAddr",
    "Active",
    "Balance",
  ],
  Department: ["Name", "Active", "FullyQualifiedName", "SubDepartment"],
  Deposit: ["TxnDate"],
  Item: ["Name", "Active", "Type", "FullyQualifiedName", "Sku", "SubItem"],
  Invoice: ["TxnDate", "DocNumber", "DueDate", "TotalAmt", "CustomerRef", "Balance"],
  JournalEntry: ["TxnDate", "DocNumber"],
  Payment: ["TxnDate", "TotalAmt", "CustomerRef", "PaymentRefNum", "ProjectRef"],
  PaymentMethod: ["Name", "Active", "Type"],
  Preferences: [],
  RefundReceipt: ["TxnDate", "TotalAmt", "CustomerRef", "DocNumber"],
  SalesReceipt: ["TxnDate", "TotalAmt", "CustomerRef", "DocNumber", "Balance"],
  TaxCode: ["Name", "Active"],
  TaxRate: ["Name", "Active"],
  Transfer: ["TxnDate"],
  Vendor: ["DisplayName", "GivenName", "FamilyName", "CompanyName", "Active", "Balance"],
};

/**
 * Runs a query over the company. Without `orderby`, transactions are newest first and names alphabetical.
 * Inactive names are left out unless the query asks for `Active`.
 * @returns the contents of `QueryResponse`; empty when nothing matches.
 * @throws QuickBooksFault 4000 for a text that is not a query, 4001 for a field that cannot be queried.
 */
export function runQuery(text: string, state: QuickBooksState): Record<string, unknown> {
  const query = parseQuery(text);
  const name = asEntityName(query.entity);
  if (!name) throw invalidQuery(`Invalid context declaration: ${query.entity}`);
  const conditions = query.conditions.map((condition) => ({
    ...condition,
    field: queryable(condition.field, name),
  }));
  const order = query.order.map((each) => ({ ...each, field: queryable(each.field, name) }));
  const found = Object.values(state.entities[name])
    .filter((entity) => conditions.every((condition) => holds(condition, entity)))
    .filter(
      (entity) => entity.Active !== false || conditions.some(({ field }) => field === "Active"),
    )
    .sort((left, right) => byDefault(left, right, name));
  for (const { field, descending } of order.reverse()) {
    const sign = descending ? -1 : 1;
    found.sort((left, right) => sign * compare(valueAt(left, field), valueAt(right, field)));
  }
  if (query.count) return { totalCount: found.length };
  const rows = found.slice(query.start - 1, query.start - 1 + query.limit);
  if (rows.length === 0) return {};
  return {
    [name]: rows.map((entity) => pick(presented(state, name, entity), query.fields)),
    startPosition: query.start,
    maxResults: rows.length,
    ...(name === "Deposit" ? { totalCount: found.length } : {}),
  };
}

function invalidQuery(detail: string): QuickBooksFault {
  return new QuickBooksFault("4001", "Invalid query", `QueryValidationError: ${detail}`);
}

function queryable(field: string, name: EntityName): string {
  const known = [...ALWAYS, ...QUERYABLE[name]].find(
    (each) => each.toLowerCase() === field.toLowerCase(),
  );
  if (!known) throw invalidQuery(`property '${field}' is not queryable`);
  return known;
}

function holds({ field, operator, values }: Condition, entity: Entity): boolean {
  const actual = valueAt(entity, field);
  if (actual === undefined) return false;
  const [first = ""] = values;
  switch (operator) {
    case "in":
      return values.some((value) => compare(actual, value) === 0);
    case "like":
      return likePattern(first).test(String(actual));
    case "=":
      return compare(actual, first) === 0;
    case "<":
      return compare(actual, first) < 0;
    case ">":
      return compare(actual, first) > 0;
    case "<=":
      return compare(actual, first) <= 0;
    case ">=":
      return compare(actual, first) >= 0;
  }
}

function likePattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%", ".*");
  return new RegExp(`^${escaped}$`, "iu");
}

function valueAt(entity: Entity, path: string): unknown {
  let value: unknown = entity;
  for (const step of path.split(".")) {
    value =
      typeof value === "object" && value ? (value as Record<string, unknown>)[step] : undefined;
  }
  if (typeof value === "object" && value !== null) {
    if ("value" in value) return value.value;
    if ("Address" in value) return value.Address;
  }
  return value;
}

// Compare numbers by value, times by instant, everything else as text. Ids are numbers in string form.
function compare(left: unknown, right: unknown): number {
  const [a, b] = [String(left), String(right)];
  if (/^-?\d+(\.\d+)?$/.test(a) && /^-?\d+(\.\d+)?$/.test(b)) return Number(a) - Number(b);
  if (/^\d{4}-\d\d-\d\dT/.test(a) && /^\d{4}-\d\d-\d\d/.test(b))
    return Date.parse(a) - Date.parse(b);
  return a === b ? 0 : a < b ? -1 : 1;
}

function byDefault(left: Entity, right: Entity, name: EntityName): number {
  if (isTransaction(name)) return Number(right.Id) - Number(left.Id);
  return compare(left.FullyQualifiedName ?? left.Id, right.FullyQualifiedName ?? right.Id);
}

function pick(entity: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  if (fields.length === 0) return entity;
  const wanted = new Set(["Id", "domain", ...fields.map((field) => field.split(".")[0] ?? field)]);
  const chosen = Object.entries(entity).filter(([key]) => wanted.has(key));
  return { ...Object.fromEntries(chosen), sparse: true };
}
