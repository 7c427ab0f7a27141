import { StreamedFile } from "@/lib/contracts/streamed-file";
import { toWireDecimal } from "@/lib/money";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { EXPORT_SOURCES, type ExportSource } from "./sources";

const BATCH_SIZE = 500;

/** The version of the format in docs/data-export.md. Grows when readers have to change. */
const FORMAT = 1;

type Row = Record<string, unknown>;

/**
 * Exports all stored data of the company and of the user, one JSON object per line, without passwords,
 * tokens or keys. Of the other members: names, addresses and roles. Reads a few hundred rows at a time, so memory use does not grow with the data.
 */
export async function exportCompany(ctx: SessionContext): Promise<StreamedFile> {
  await db(ctx).$transaction((tx) =>
    recordAudit(tx, ctx, { action: "data.exported", entity: "user", entityId: ctx.userId }),
  );
  return new StreamedFile("deposit-matcher.ndjson", "application/x-ndjson", writeLines(ctx));
}

async function* writeLines(ctx: SessionContext): AsyncGenerator<string> {
  const head = { type: "export", format: FORMAT, exported_at: new Date().toISOString() };
  yield line({ ...head, company_id: ctx.companyId });
  const rows: Record<string, number> = {};
  for (const source of EXPORT_SOURCES) {
    rows[source.type] = 0;
    // An API token is the company's: what is its maker's own isn't its business.
    if (source.personal && ctx.apiToken !== undefined) continue;
    for await (const page of readPages(ctx, source)) {
      rows[source.type] = (rows[source.type] ?? 0) + page.length;
      yield page.map((row) => line({ type: source.type, ...inDecimals(row, source) })).join("");
    }
  }
  // A file without this line is incomplete.
  yield line({ type: "end", rows });
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Converts minor units to the API's decimal texts. */
function inDecimals(row: Row, { money = [], moneyIn = {} }: ExportSource): Row {
  const amounts = money.map((name) => [
    name,
    toWireDecimal(Number(row[name]), String(row.currency)),
  ]);
  for (const [name, currency] of Object.entries(moneyIn)) {
    if (row[name] === null) continue;
    amounts.push([name, toWireDecimal(Number(row[name]), String(row[currency]))]);
  }
  return { ...row, ...Object.fromEntries(amounts) };
}

async function* readPages(ctx: SessionContext, source: ExportSource): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ; ) {
    const args = after === undefined ? [ctx.companyId] : [ctx.companyId, after];
    const page = await db(ctx).$queryRawUnsafe<{ position: string; row: Row }[]>(
      statementFor(source, ctx, after !== undefined),
      ...args,
    );
    if (page.length > 0) yield page.map(({ row }) => row);
    after = page.at(-1)?.position;
    if (page.length < BATCH_SIZE) return;
  }
}

function statementFor(source: ExportSource, { userId }: SessionContext, goesOn: boolean): string {
  const { table, key, keyType, columns, where = "t.company_id = $1::uuid", personal } = source;
  const own = personal ? `AND t.${personal} = ${userId}` : "";
  const behind = goesOn ? `AND (${key}) > $2::text::${keyType}` : "";
  return `
    SELECT (${key})::text AS position,
      row_to_json((SELECT r FROM (SELECT ${columns.join(", ")}) r)) AS row
    FROM "${table}" t WHERE ${where} ${own} ${behind} ORDER BY ${key} LIMIT ${BATCH_SIZE}`;
}
