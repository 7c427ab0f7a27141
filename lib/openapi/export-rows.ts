import { columnSchema, type Rows } from "@/lib/openapi/export/columns";
import { depositRows } from "@/lib/openapi/export/deposits";
import { matchRows } from "@/lib/openapi/export/matches";
import { peopleRows } from "@/lib/openapi/export/people";
import { webhookRows } from "@/lib/openapi/export/webhooks";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import type { Schemas } from "@/lib/openapi/schemas";

/** The rows of the export, by their `type`. A test compares them with what is exported. */
export const EXPORT_ROWS: Rows = { ...peopleRows, ...depositRows, ...matchRows, ...webhookRows };

/** The version of the format, in the first row. */
const FORMAT = 1;

/** Adds what a line of the export can be: `ExportRow`, one of the rows by their `type`. */
export function addExportRows(schemas: Schemas): void {
  const rows: [type: string, about: string, columns: Record<string, JsonSchema>][] = [
    ["export", "The first line.", FIRST],
    ...Object.entries(EXPORT_ROWS).map(
      ([type, { about, columns }]) =>
        [
          type,
          about,
          Object.fromEntries(
            Object.entries(columns).map(([name, column]) => [name, columnSchema(column)]),
          ),
        ] satisfies (typeof rows)[number],
    ),
    ["end", "The last line: a file without it is incomplete.", LAST],
  ];
  const names = rows.map(([type, about, columns]) => {
    const name = `Export${pascal(type)}`;
    schemas.add(name, rowSchema(type, about, columns));
    return name;
  });
  schemas.add("ExportRow", {
    description:
      "A line of /settings/export/, parsed as JSON; `type` tells which. Types are added.",
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  });
}

const FIRST: Record<string, JsonSchema> = {
  format: { type: "integer", const: FORMAT, description: "The version of the format." },
  exported_at: { type: "string", format: "date-time", description: "When the export began." },
  company_id: { type: "string", format: "uuid", description: "The company's id." },
};

const LAST: Record<string, JsonSchema> = {
  rows: {
    type: "object",
    additionalProperties: { type: "integer" },
    description: "How many lines there are of each type.",
  },
};

function rowSchema(
  type: string,
  description: string,
  columns: Record<string, JsonSchema>,
): JsonSchema {
  const properties = {
    type: { type: "string", const: type, description: "What the line is." },
    ...columns,
  };
  return { type: "object", description, properties, required: Object.keys(properties) };
}

function pascal(type: string): string {
  return type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
