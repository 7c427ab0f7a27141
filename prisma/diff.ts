import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const schemaFile = fileURLToPath(new URL("./schema.prisma", import.meta.url));

/**
 * The SQL that takes the database at `url` to prisma/schema.prisma; empty when they agree. What
 * Prisma's language cannot say (checks, triggers) is not compared. Uses Prisma's schema engine from
 * npm, since its CLI would download one. The engine only compares: its adapter splits scripts at
 * every semicolon, which function bodies do not survive, so prisma/migrate.ts applies them itself.
 */
export async function schemaDiff(url: string): Promise<string> {
  engineLoaded ??= loadEngine();
  await engineLoaded;
  const schema = { path: schemaFile, content: await readFile(schemaFile, "utf8") };
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool));
  const engine = await engineModule.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => undefined,
    adapter,
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files: [schema], configDir: dirname(schemaFile) },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return isEmpty(stdout ?? "") ? "" : (stdout ?? "");
  } finally {
    engine.free();
    await pool.end();
  }
}

/**
 * The engine reads PostgreSQL's catalog, whose one-letter columns have the internal type "char". The
 * adapter stumbles over it, so it travels as `time`, which no catalog column is, and is renamed on
 * the other side.
 */
function catalogAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const { CHAR, TIME } = pg.types.builtins;
  const query = pool.query.bind(pool) as (config: pg.QueryArrayConfig) => Promise<pg.QueryResult>;
  Object.assign(pool, {
    query: async (config: pg.QueryArrayConfig) => {
      const result = await query(config);
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TIME;
      return result;
    },
  });
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  };
  return factory;
}

/** The engine says "-- This is an empty migration." where there is nothing to do. */
function isEmpty(sql: string): boolean {
  return sql.split("\n").every((line) => line.trim() === "" || line.startsWith("--"));
}

/** Once per process: its JavaScript side keeps views of the memory it was first given. */
let engineLoaded: Promise<void> | undefined;

/** The package expects a bundler to load its WebAssembly; Node needs it done by hand. */
async function loadEngine(): Promise<void> {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(message);
      },
    },
  });
  const entry = createRequire(import.meta.url).resolve(
    "@prisma/schema-engine-wasm/schema_engine_bg",
  );
  const bytes = await readFile(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": engineModule as unknown as WebAssembly.ModuleImports,
  });
  const load = engineModule as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  load.__wbg_set_wasm(instance.exports);
  (instance.exports as unknown as { __wbindgen_start(): void }).__wbindgen_start();
}
