import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { counted } from "@/lib/counted";
import { HISTORY, readMigrations } from "@/prisma/migrate";
import { listTables } from "./database-facts";
import { withEnumsComplete } from "./enum-values";
import {
  columnsOf,
  damaged,
  EXACT_TEXT,
  type PortableHeader,
  PROGRESS_EVERY,
  parseHeader,
  parseSection,
  quote,
} from "./portable-format";
import { emptying, markCopy } from "./target";

/** Rows per statement. */
const BATCH = { rows: 500, characters: 1_000_000 };

/** @throws Error when the file is not a backup of ours, or of a later version. */
export async function readPortableHeader(file: string): Promise<PortableHeader> {
  for await (const line of linesOf(file)) return parseHeader(line);
  throw damaged();
}

/**
 * Replaces the database's contents with the file's, in one transaction.
 * @throws Error with one sentence, when nothing was changed.
 */
export async function restorePortable(
  client: pg.Client,
  options: { file: string; first: boolean; live: boolean; log: (line: string) => void },
): Promise<void> {
  const { file, first, live, log } = options;
  await client.query(`BEGIN; ${EXACT_TEXT}`);
  try {
    await client.query(emptying(first));
    await load(client, file, log);
    await client.query(markCopy(live));
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new Error(`The restore failed, nothing was changed: ${error.message}.`, { cause: error });
  }
}

async function load(client: pg.Client, file: string, log: (line: string) => void): Promise<void> {
  const header = await readPortableHeader(file);
  await makeTables(client, header);
  const loading = new Loading(client, log);
  let isHeader = true;
  for await (const line of linesOf(file)) {
    if (isHeader) isHeader = false;
    else await loading.take(line);
  }
  loading.requireEnd();
  await loading.bindAgain();
}

/** Restores the schema of the backup's time by applying exactly the migrations it lists. */
async function makeTables(client: pg.Client, { migrations }: PortableHeader): Promise<void> {
  const had = new Set(migrations.map(({ name }) => name));
  const applied = (await readMigrations()).filter(({ name }) => had.has(name));
  for (const { sql } of withEnumsComplete(applied)) await client.query(sql);
  await client.query(HISTORY);
  // Some migrations write rows, which the backup has as they became.
  const tables = (await listTables(client)).map((name) => `public.${quote(name)}`);
  await client.query(`TRUNCATE ${tables.join(", ")}`);
}

interface Table {
  name: string;
  insert: string;
  rows: number;
  batch: string[];
  characters: number;
}

/** Inserts rows into their tables. Tables come in any order, so foreign keys are checked at the end. */
class Loading {
  #table: Table | undefined;
  #lines = 0;
  #ended = false;
  #unbound: Promise<{ bind: string[] }> | undefined;

  constructor(
    private readonly client: pg.Client,
    private readonly log: (line: string) => void,
  ) {}

  async take(line: string): Promise<void> {
    this.#unbound ??= unbind(this.client);
    await this.#unbound;
    if (this.#ended) throw damaged();
    this.#lines += 1;
    if (line.startsWith("[")) return this.#takeRow(line);
    await this.#flush();
    const { name, rows } = this.#table ?? {};
    if (rows) this.log(`  ${name}: ${counted(rows, "row")}`);
    const section = parseSection(line);
    if ("table" in section) return this.#open(section.table, section.columns);
    this.#table = undefined;
    if ("sequence" in section) {
      const { sequence, last, called } = section;
      const name = `public.${quote(sequence)}`;
      await this.client.query("SELECT setval($1::regclass, $2::bigint, $3)", [name, last, called]);
    } else {
      if (section.lines !== this.#lines) throw damaged();
      this.#ended = true;
    }
  }

  /** @throws Error when the file ends early. */
  requireEnd(): void {
    if (!this.#ended) throw damaged();
  }

  /** Restores triggers and keys; every row is checked by every key. */
  async bindAgain(): Promise<void> {
    this.log("Checking the rows …");
    for (const statement of (await this.#unbound)?.bind ?? []) await this.client.query(statement);
  }

  async #open(name: string, columns: string[]): Promise<void> {
    const known = new Map(
      (await columnsOf(this.client, name)).map((each) => [each.name, each.type]),
    );
    const values = columns.map((column, index) => {
      const type = known.get(column);
      if (type === undefined) throw damaged();
      return `(r->>${index})::${type}`;
    });
    const insert = `
      INSERT INTO public.${quote(name)} (${columns.map(quote).join(", ")}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(", ")} FROM json_array_elements($1::json) r`;
    this.#table = { name, insert, rows: 0, batch: [], characters: 0 };
  }

  async #takeRow(line: string): Promise<void> {
    const table = this.#table;
    if (!table) throw damaged();
    table.rows += 1;
    if (table.rows % PROGRESS_EVERY === 0) this.log(`  ${table.name}: ${table.rows} rows so far …`);
    table.batch.push(line);
    table.characters += line.length;
    if (table.batch.length >= BATCH.rows || table.characters >= BATCH.characters)
      await this.#flush();
  }

  async #flush(): Promise<void> {
    const table = this.#table;
    if (!table || table.batch.length === 0) return;
    await this.client.query(table.insert, [`[${table.batch.join(",")}]`]).catch(demandReadable);
    table.batch = [];
    table.characters = 0;
  }
}

/** @throws the error; a value that doesn't fit its column means that the file was changed. */
function demandReadable(error: unknown): never {
  throw isDataError(error) ? damaged(error) : error;
}

/** PostgreSQL's classes 22 (data exception) and 23 (integrity constraint violation). */
function isDataError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

/** Drops foreign keys and disables triggers. @returns the statements that restore them. */
async function unbind(client: pg.Client): Promise<{ bind: string[] }> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`);
  const { rows: tables } = await client.query<{ name: string }>(`
    SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
    WHERE NOT tgisinternal AND c.relnamespace = 'public'::regnamespace`);
  for (const { drop } of keys) await client.query(drop);
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const enable = tables.map(({ name }) => `ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return { bind: [...keys.map(({ add }) => add), ...enable] };
}

/** Reads the file's lines on demand. @throws Error when it is truncated or changed. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  // A read error reaches the reader below.
  pipeline(createReadStream(file), unzipped).catch((error: Error) => unzipped.destroy(error));
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // zlib's errors for a truncated or changed file.
    throw code.startsWith("Z_") ? damaged(error) : error;
  }
}
