import pg from "pg";
import { mintCompanyId } from "@/server/auth/company-id";
import { RUNTIME_ROLE } from "@/server/runtime-role";
import { enterScope } from "@/server/scope";
import type { PlantedCompany } from "./books";
import { databaseUrl } from "./database";
import { table } from "./report";

/** The reads that the traffic asks for most, and the one of every match. $1 is the company. */
const STATEMENTS = [
  {
    name: "first page of deposits",
    sql: `SELECT * FROM deposits WHERE company_id = $1::uuid AND deleted_at IS NULL
      ORDER BY txn_date DESC, id DESC LIMIT 50`,
  },
  {
    name: "lines of that page",
    sql: `WITH page AS (SELECT * FROM deposits WHERE company_id = $1::uuid AND deleted_at IS NULL
        ORDER BY txn_date DESC, id DESC LIMIT 50)
      SELECT l.*, d.status <> 'posted' AND EXISTS (SELECT FROM match_lines m
          WHERE m.company_id = l.company_id AND m.line_id = l.id AND m.live) AS matched
      FROM page d JOIN deposit_lines l ON l.company_id = $1::uuid AND l.deposit_id = d.id ORDER BY l.id`,
  },
  {
    name: "search",
    sql: `SELECT count(*) FROM deposits WHERE company_id = $1::uuid AND deleted_at IS NULL
      AND (strpos(lower(quickbooks_id), 'po_4') > 0 OR strpos(lower(provider_id), 'po_4') > 0)`,
  },
  {
    name: "how many deposits, by status",
    sql: "SELECT status, deposits FROM deposit_totals WHERE company_id = $1::uuid",
  },
  {
    name: "payments free to be matched",
    sql: `SELECT * FROM ledger_payments p WHERE company_id = $1::uuid AND state = 'open'
      AND NOT EXISTS (SELECT FROM match_payments m JOIN matches a ON a.company_id = m.company_id AND a.id = m.match_id
        WHERE m.company_id = p.company_id AND m.payment_id = p.id AND m.live AND a.state = 'accepted')`,
  },
  {
    name: "history of a deposit",
    sql: `SELECT * FROM audit_events WHERE company_id = $1::uuid AND entity = 'deposit'
      AND entity_id = (SELECT id::text FROM deposits WHERE company_id = $1::uuid LIMIT 1)`,
  },
];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Plan[];
}

/** How PostgreSQL answers each for one company, as the product's role and behind row level security. */
export async function plansText(companies: readonly PlantedCompany[]): Promise<string> {
  const companyId = companies[0]?.companyId ?? "";
  const entering = enterScope({ companyId: mintCompanyId(companyId) }, RUNTIME_ROLE);
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query("VACUUM ANALYZE");
    await client.query("BEGIN");
    await client.query(entering);
    const rows: string[][] = [];
    for (const { name, sql } of STATEMENTS)
      rows.push([name, ...(await explain(client, sql, companyId))]);
    await client.query("ROLLBACK");
    return table(["read", "by", "whole tables read", "pages touched", "ms"], rows);
  } finally {
    await client.end();
  }
}

async function explain(client: pg.Client, sql: string, companyId: string): Promise<string[]> {
  const { rows } = await client.query<{
    "QUERY PLAN": [{ Plan: Plan; "Execution Time": number }];
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [companyId]);
  const [result] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!result) throw new Error(`no plan for: ${sql}`);
  const nodes = flatten(result.Plan);
  const named = (names: (string | undefined)[]) =>
    [...new Set(names.filter((name) => name !== undefined))]
      .map((name) => `\`${name}\``)
      .join(", ");
  const whole = nodes.filter((node) => node["Node Type"].endsWith("Seq Scan"));
  const pages = (result.Plan["Shared Hit Blocks"] ?? 0) + (result.Plan["Shared Read Blocks"] ?? 0);
  return [
    named(nodes.map((node) => node["Index Name"])),
    named(whole.map((node) => node["Relation Name"])) || "none",
    String(pages),
    result["Execution Time"].toFixed(2),
  ];
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
