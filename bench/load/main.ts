import pg from "pg";
import { QUEUE_ROWS } from "@/lib/constants/queue";
import { systemContext } from "@/server/platform/company-id";
import { type CompanyContext, enterScope } from "@/server/platform/context";
import { RUNTIME_ROLE } from "@/server/platform/runtime-role";
import { supervise } from "@/tools/process/supervise";
import { measureFloor } from "../api/bare";
import { databaseUrl } from "../database";
import { underEachNode } from "../nodes";
import { goalsTable, table, writeSection } from "../report";
import { main as measureAutoMatch } from "./auto-match/main";
import type { SeededCompany } from "./books";
import type { Connected } from "./connected";
import { largestTables } from "./jobs";
import { loadText, MIXED_GOALS, mixedFigures, tablesText } from "./report";
import { type Round, runRound } from "./round";
import { readOptions, withCompanies } from "./setup";
import { main as measureStreams } from "./streams/main";

const log = (line: string) => console.error(line);
const TABLES = 8;

/**
 * `npm run bench:load`: the capacity of one web process, and the gain from a second one; with `--node PATH`, under each of
 * those. Writes docs/reports/load.md when run at full size.
 * @returns the exit code: 1 when a request or a job failed
 */
export async function main(args: string[]): Promise<number> {
  if (args.includes("--auto-match")) {
    return measureAutoMatch(args.filter((arg) => arg !== "--auto-match"));
  }
  if (args.includes("--streams")) {
    return measureStreams(args.filter((arg) => arg !== "--streams"));
  }
  const runs = await underEachNode("bench:load", args, measure);
  const [first] = runs ?? [];
  if (!runs || !first) return 0;
  const goals = goalsTable(
    MIXED_GOALS,
    runs.map(({ node, figures: { mixed } }) => ({ node, figures: mixed })),
  );
  const load = [goals, ...runs.map(({ figures }) => figures.load)].join("\n\n");
  const { tables, plans, write } = first.figures;
  for (const part of [load, tables, plans]) console.log(`\n${part}`);
  if (write) {
    await writeSection("load", load);
    await writeSection("tables", tables);
    await writeSection("plans", plans);
  }
  return runs.every(({ figures }) => figures.isClean) ? 0 : 1;
}

interface Figures {
  /** In the order of the goals. */
  mixed: number[];
  load: string;
  tables: string;
  plans: string;
  isClean: boolean;
  /** Whether it was run at full size. */
  write: boolean;
}

async function measure(args: string[]): Promise<Figures> {
  const options = readOptions(args);
  let figures: Figures | undefined;
  await supervise((scope) =>
    withCompanies(scope, options, log, async ({ companies, emulators }) => {
      const floor = await measureFloor(scope, options.connections);
      const rounds: Round[] = [];
      let connected: Connected | undefined;
      for (const [index, instances] of options.webs.entries()) {
        log(`${instances} web, 1 worker: ${options.warmUpSeconds} + ${options.seconds} s …`);
        const round = await runRound(scope, {
          ...{ instances, options, companies, emulators, connected, log },
          round: index,
          rounds: options.webs.length,
        });
        connected = round.connected;
        rounds.push(round);
      }
      figures = {
        mixed: mixedFigures(floor, rounds),
        load: loadText(options, floor, rounds),
        tables: tablesText(await largestTables(TABLES)),
        plans: await plansText(companies),
        isClean: rounds.every(isClean),
        write: options.write,
      };
      return 0;
    }),
  );
  if (!figures) throw new Error("The measurement was stopped.");
  return figures;
}

function isClean({ traffic, jobs, sold, postedOnce }: Round): boolean {
  const failed = traffic.kinds.some((kind) => kind.failed > 0) || jobs.failed > 0;
  return !failed && sold === postedOnce;
}

interface Statement {
  name: string;
  sql: string;
  values: unknown[];
}

/** The most frequent reads of the traffic, and the read of every match. $1 is the company. */
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
];

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: Plan[];
}

/** PostgreSQL's plan of each read for one company, with the product's role and row level security. */
async function plansText(companies: readonly SeededCompany[]): Promise<string> {
  const [company] = companies;
  if (!company) throw new Error("there is no company to ask for");
  const ctx = systemContext(company.companyId);
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query("VACUUM ANALYZE");
    await client.query("BEGIN");
    await client.query(enterScope(ctx, RUNTIME_ROLE));
    // As the product's reads are planned: without the values.
    await client.query("SET LOCAL plan_cache_mode = force_generic_plan");
    const rows: string[][] = [];
    for (const statement of await statementsFor(ctx, company))
      rows.push([statement.name, ...(await explain(client, statement, rows.length))]);
    await client.query("ROLLBACK");
    return table(["read", "indexes", "full scans", "pages", "ms"], rows);
  } finally {
    await client.end();
  }
}

/** Those above, and the product's own queries for a deposit's page, the suggestions and the queue. */
async function statementsFor(
  ctx: CompanyContext,
  { companyId, pending }: SeededCompany,
): Promise<Statement[]> {
  const { depositStatements } = await import("@/server/deposits/read-deposit");
  const { suggestionStatements } = await import("@/server/matches/list-suggestions");
  const { queueStatements } = await import("@/server/overview/read-queue");
  const sent = {
    "one deposit": depositStatements(ctx, pending[0] ?? 0),
    suggestions: suggestionStatements(ctx),
    queue: queueStatements(ctx, QUEUE_ROWS),
  };
  return [
    ...STATEMENTS.map((each) => ({ ...each, values: [companyId] })),
    ...Object.entries(sent).flatMap(([page, statements]) =>
      Object.entries(statements).map(([part, { text, values }]) => ({
        name: `${page}: ${part}`,
        sql: text,
        values,
      })),
    ),
  ];
}

async function explain(
  client: pg.Client,
  { name, sql, values }: Statement,
  index: number,
): Promise<string[]> {
  await client.query(`PREPARE planned_${index} AS ${sql}`);
  const literals = values.map((value) => client.escapeLiteral(literalOf(value))).join(", ");
  const { rows } = await client.query<{
    "QUERY PLAN": [{ Plan: Plan; "Execution Time": number }];
  }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE planned_${index}(${literals})`);
  const [result] = rows[0]?.["QUERY PLAN"] ?? [];
  if (!result) throw new Error(`no plan for: ${name}`);
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

/** A value as PostgreSQL reads it in quotes. */
function literalOf(value: unknown): string {
  return Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each))}}` : String(value);
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
