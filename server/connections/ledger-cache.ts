import type { Integration } from "@/generated/prisma/client";
import { lasting } from "@/server/platform/clock";
import type { CompanyContext } from "@/server/platform/context";
import { singleton } from "@/server/platform/singleton";
import type { CredentialStore, ReadPurpose } from "@/server/providers/credential-store";
import { credentialStore } from "./credentials";

/** Lists change rarely, and choices are validated against a fresh copy. Customers may be added while a user searches. */
const KEPT_MS = { list: 5 * 60_000, search: 60_000 };
/** A reload bypasses the cache at most once a minute. */
const RELOADED_MS = 60_000;
/** Entries of all companies together, some hundred bytes each. */
const MAX_ENTRIES = 200_000;
const MAX_COMPANIES = 500;
const MAX_LISTS = 60;

interface Kept {
  rows: readonly unknown[];
  at: number;
}
interface Company {
  lists: Map<string, Kept>;
  reading: Map<string, Promise<readonly unknown[]>>;
}
/** By company and connection; the most recently used last. */
type Companies = Map<string, Company>;

const companies = singleton("ledger lists", (): Companies => new Map());

/** "kept": from the cache. "reload": bypasses it at most once a minute. "fresh": always bypasses it, to validate a choice. */
export type Freshness = "kept" | "reload" | "fresh";

interface Asked {
  freshness?: Freshness;
  of?: keyof typeof KEPT_MS;
  /** Milliseconds of this process' clock. */
  now?: number;
}

/**
 * A list of a company's ledger, kept for minutes in this process and read once for all who ask meanwhile. Only for
 * choosing: what decides anything asks for a fresh one, which is kept for the others.
 * @param name of the list, unique among the ledger's.
 * @throws ProviderError, RateLimitedError as the read does; a failure is not kept.
 */
export function ledgerList<Row>(
  ctx: CompanyContext,
  integration: Integration,
  name: string,
  read: (credentials: CredentialStore<unknown>) => Promise<readonly Row[]>,
  { freshness = "kept", of = "list", now = performance.now() }: Asked = {},
): Promise<readonly Row[]> {
  const company = touch(keyOf(ctx, integration));
  const kept = company.lists.get(name);
  const oldest = freshness === "reload" ? Math.min(RELOADED_MS, KEPT_MS[of]) : KEPT_MS[of];
  if (freshness !== "fresh" && kept && now - kept.at < lasting(oldest)) {
    return Promise.resolve(kept.rows as readonly Row[]);
  }
  const start = () => read(credentialStore(ctx, integration, purposeOf(ctx, freshness)));
  if (freshness === "fresh") return start().then((rows) => keep(company, name, { rows, at: now }));
  // API tokens are refused earlier, so people don't share their reads.
  const shared = `${ctx.apiToken === undefined ? "person" : "program"} ${name}`;
  const underWay = company.reading.get(shared);
  if (underWay) return underWay as Promise<readonly Row[]>;
  const reading = start()
    .then((rows) => keep(company, name, { rows, at: now }))
    .finally(() => company.reading.delete(shared));
  company.reading.set(shared, reading);
  return reading;
}

/** A person can still save a choice when lists are refused; a program can't. */
export function purposeOf({ apiToken }: CompanyContext, freshness: Freshness): ReadPurpose {
  return freshness === "fresh" && apiToken === undefined ? "bookkeeping" : "interactive";
}

/**
 * Forgets what this process keeps of a company's lists: its connection ends, or the product itself wrote to one. What is
 * being read meanwhile is not kept.
 * @param prefix of the lists' names; by default all
 */
export function forgetLists({ companyId }: Pick<CompanyContext, "companyId">, prefix = ""): void {
  for (const [key, { lists }] of companies) {
    if (!key.startsWith(`${companyId} `)) continue;
    const others = [...lists].filter(([name]) => !name.startsWith(prefix));
    companies.set(key, { lists: new Map(others), reading: new Map() });
  }
}

/** Each connection has its own key, even to the same books, so that no list outlives its connection. */
function keyOf({ companyId }: CompanyContext, integration: Integration): string {
  if (integration.companyId !== companyId) throw new Error("a list of another company's ledger");
  const { id, externalAccountId, connectedAt } = integration;
  return `${companyId} ${id} ${externalAccountId} ${connectedAt.getTime()}`;
}

function touch(key: string): Company {
  const company = companies.get(key) ?? { lists: new Map(), reading: new Map() };
  companies.delete(key);
  companies.set(key, company);
  return company;
}

function keep<Row>(
  company: Company,
  name: string,
  { rows, at }: { rows: readonly Row[]; at: number },
): readonly Row[] {
  const { lists } = company;
  lists.delete(name);
  const kept = Object.freeze([...rows]);
  lists.set(name, { rows: kept, at });
  for (const oldest of lists.keys()) {
    if (lists.size <= MAX_LISTS) break;
    lists.delete(oldest);
  }
  dropOldest(company);
  return kept;
}

/** Evicts the least recently used companies; the current one stays, whatever its size. */
function dropOldest(current: Company): void {
  let entries = [...companies.values()].reduce((sum, company) => sum + sizeOf(company), 0);
  for (const [key, company] of companies) {
    if (entries <= MAX_ENTRIES && companies.size <= MAX_COMPANIES) return;
    if (company === current) continue;
    entries -= sizeOf(company);
    companies.delete(key);
  }
}

function sizeOf({ lists }: Company): number {
  return [...lists.values()].reduce((sum, { rows }) => sum + rows.length + 1, 0);
}
