import type { Migration } from "@/prisma/migrate";

const ADDED =
  /ALTER TYPE\s+"?(\w+)"?\s+ADD VALUE\s+(?:IF NOT EXISTS\s+)?'([^']+)'(?:\s+(BEFORE|AFTER)\s+'([^']+)')?\s*;/gi;
const CREATED = /(CREATE TYPE\s+"?(\w+)"?\s+AS ENUM\s*)\(([^)]*)\)/gi;

/**
 * The same migrations for one transaction: each enum is created with the values that later migrations add to it. Before
 * version 17, PostgreSQL lets a transaction use no value that it has added to a type (55P04), only those of its own types.
 */
export function withEnumsComplete(migrations: readonly Migration[]): Migration[] {
  const added = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(ADDED)].map(([, type = "", value = "", side = "", beside = ""]) => ({
      type,
      value,
      isBefore: side.toUpperCase() === "BEFORE",
      beside,
    })),
  );
  return migrations.map(({ name, sql }) => ({
    name,
    sql: sql
      .replace(ADDED, "")
      .replace(CREATED, (_text, create: string, type: string, list: string) => {
        const values = [...list.matchAll(/'([^']+)'/g)].map(([, value = ""]) => value);
        for (const each of added.filter((one) => one.type === type)) {
          const at = each.beside ? values.indexOf(each.beside) : values.length;
          values.splice(each.isBefore || !each.beside ? at : at + 1, 0, each.value);
        }
        return `${create}(${values.map((value) => `'${value}'`).join(", ")})`;
      }),
  }));
}
