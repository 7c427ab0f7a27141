import { validate } from "@readme/openapi-parser";
import { lintFromString, loadConfig } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020";
import { beforeAll, describe, expect, test } from "vitest";
import { PROBLEM_CODES } from "@/lib/constants/problem-codes";
import { SENT_EVENT_TYPES, WEBHOOK_EVENTS, WEBHOOK_TEST } from "@/lib/constants/webhooks";
import { endpointGroups, endpoints } from "@/lib/contracts/registry";
import { documentAt, type OpenApiDocument } from "@/lib/openapi/document";
import { EXPORT_ROWS } from "@/lib/openapi/export-rows";
import { GLOSSARY } from "@/lib/openapi/glossary";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import packageFile from "@/package.json";
import { EXPORT_SOURCES } from "@/server/overview/export/sources";
import { buildDocument } from "@/tools/product/build-document";

interface Parameter {
  $ref?: string;
  name?: string;
  description?: string;
  schema: JsonSchema;
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; headers?: object; content?: Content }>;
}

let document: OpenApiDocument;
let operations: Record<string, Operation>;

beforeAll(async () => {
  document = await buildDocument(".");
  const all = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[]);
  operations = Object.fromEntries(all.map((each) => [each.operationId, each]));
});

/** Each schema of the document, wherever it is, with where that is. */
function schemas(): [where: string, schema: JsonSchema][] {
  const found: [string, JsonSchema][] = [];
  const walk = (value: unknown, where: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value)) found.push([where, value]);
    for (const [key, each] of Object.entries(value)) {
      if (key !== "example") walk(each, where === "" ? key : `${where}.${key}`);
    }
  };
  walk(document.components.schemas, "");
  for (const [name, { requestBody, responses }] of Object.entries(operations)) {
    walk(requestBody, `${name} body`);
    walk(responses[200], `${name} answer`);
  }
  return found;
}

function parameters(): [where: string, parameter: Parameter][] {
  return Object.values(operations).flatMap(({ operationId, parameters: all = [] }) =>
    all.flatMap((each): [string, Parameter][] =>
      each.name ? [[`${operationId} ?${each.name}`, each]] : [],
    ),
  );
}

const parameter = (operation: string, name: string) =>
  operations[operation]?.parameters?.find((each) => each.name === name);

describe("the OpenAPI document", () => {
  test("is valid, for an installation's address", async () => {
    const own = documentAt(document, new URL("https://deposits.example.com"));
    expect(await validate(structuredClone(own) as never)).toMatchObject({ valid: true });
    expect(own.servers).toEqual([{ url: "https://deposits.example.com/api" }]);
    expect(own.info).toMatchObject({
      version: packageFile.version,
      contact: { url: "https://deposits.example.com/help" },
    });
  });

  test("keeps the linter's rules but those that redocly.yaml gives a reason against", async () => {
    const own = documentAt(document, new URL("https://deposits.acme.org"));
    const config = await loadConfig({ configPath: "redocly.yaml" });
    const problems = await lintFromString({ source: JSON.stringify(own), config });
    const said = problems.map(({ ruleId, message, location: [at] }) =>
      [ruleId, message, at?.pointer].join(" "),
    );
    expect(said).toEqual([]);
  });

  test("describes every field, parameter and group", () => {
    const without = schemas().flatMap(([where, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, field]) =>
        field.description ? [] : `${where}: ${name}`,
      ),
    );
    const unnamed = parameters().flatMap(([where, each]) => (each.description ? [] : where));
    expect([...without, ...unnamed]).toEqual([]);
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
    expect(document.tags).toHaveLength(endpointGroups.length);
  });

  test("needs each word of the glossary", () => {
    const fields = schemas().flatMap(([, { properties = {} }]) => Object.entries(properties));
    const all = [...fields, ...parameters().map(([, each]) => [each.name, each] as const)];
    const used = new Set(all.map(([name, { description }]) => `${name}: ${description}`));
    expect(
      Object.entries(GLOSSARY).filter(([name, words]) => !used.has(`${name}: ${words}`)),
    ).toEqual([]);
  });

  test("has what clients pass around as schemas of their own, each shape once", () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        ...["Deposit", "DepositDetail", "DepositLine", "Match", "Payment", "Receipt", "Rule"],
        ...["CompanySettings", "Failure", "Integration", "MatchRun", "Notification", "Question"],
        ...["Amount", "Currency", "Day", "Event", "ExportRow", "Problem", "RowId", "Suggestion"],
        ...["SyncRun", "Timestamp"],
      ]),
    );
    const seen = new Map<string, string[]>();
    for (const [where, { properties }] of schemas()) {
      if (!properties || Object.keys(properties).length < 4) continue;
      const shape = JSON.stringify(properties, (key, value) =>
        key === "description" && typeof value === "string" ? undefined : value,
      );
      seen.set(shape, [...(seen.get(shape) ?? []), where]);
    }
    expect([...seen.values()].filter((places) => places.length > 1)).toEqual([]);
  });

  test("has the narrowest types that are right", () => {
    expect(parameter("depositList", "status")?.schema.enum).toContain("all");
    expect(parameter("depositList", "sort")?.schema.enum).toHaveLength(12);
    expect(parameter("depositList", "currency")?.schema.pattern).toBe("^[A-Z]{3}$");
    expect(parameter("depositDetail", "deposit_id")?.schema.$ref).toMatch(/RowId$/);
    const { Amount, Day, Match, MatchedPayment, RowId, Timestamp } = document.components.schemas;
    expect(RowId).toMatchObject({ type: "integer", minimum: 1, maximum: 2_147_483_647 });
    expect([Day?.format, Timestamp?.format]).toEqual(["date", "date-time"]);
    expect(Amount?.pattern).toBeDefined();
    expect(Match?.properties).toMatchObject({
      id: { format: "uuid" },
      kind: { enum: expect.arrayContaining(["one_to_one"]) },
    });
    expect(MatchedPayment?.properties?.kind?.enum).toContain("Payment");
    // An id or a time that isn't one of the named types is text of the provider's, or a mistake.
    const loose = schemas().flatMap(([where, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, field]) => {
        const isTime = /_at$/.test(name) && field.type === "string" && field.format === undefined;
        const isNumber = /(^|_)id$/.test(name) && field.type === "number";
        return isTime || isNumber ? `${where}: ${name}` : [];
      }),
    );
    expect(loose).toEqual([]);
  });

  test("calls each operation by what it does, in a few words", () => {
    const long = Object.values(operations).filter(
      ({ summary }) =>
        summary.length > 60 || !/^[A-Z][a-z]/.test(summary) || /[;:`]|\.( |$)/.test(summary),
    );
    expect(long.map(({ summary }) => summary)).toEqual([]);
  });

  test("leaves answers open", () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    expect(document.info.description).toContain("without notice");
  });

  test("lists each operation's own codes, and takes X-Company-Id wherever there is a session", () => {
    const text = JSON.stringify([document.paths, document.components.responses]);
    const codes = Object.values(PROBLEM_CODES).flatMap((each) => Object.keys(each));
    const missing = codes.filter((code) => !text.includes(`- \`${code}\`: `));
    // Of providers' webhooks, and of methods that the document doesn't have.
    expect(missing).toEqual([
      ...["webhook_bad_signature", "webhook_unreadable"],
      ...["method_not_allowed", "webhook_not_set_up"],
    ]);
    const { confirmMatch, listRules, login } = operations;
    expect(confirmMatch?.responses).toHaveProperty(
      "409.description",
      expect.stringContaining("- `no_suggestion`: "),
    );
    expect(Object.keys(listRules?.responses ?? {})).toEqual(
      ["200", "400", "401", "403", "429", "500", "503"], // It only reads what is stored.
    );
    expect(login?.responses).toHaveProperty(
      "401.description",
      expect.stringContaining("- `two_factor_required`: "),
    );
    for (const { name, access } of endpoints) {
      const operation = operations[name];
      const takesCompany = JSON.stringify(operation?.parameters ?? []).includes(
        "parameters/Company",
      );
      expect(takesCompany, name).toBe(access === "session");
      if (takesCompany) expect(operation?.responses[400], name).toBeDefined();
    }
  });

  test("documents headers, files and limits", () => {
    const { getAvatar, createRule, depositExport, listRules } = operations;
    expect(Object.keys(getAvatar?.responses[200]?.content ?? {})).toEqual([
      "image/png",
      "image/jpeg",
      "image/webp",
    ]);
    expect(getAvatar?.responses).toHaveProperty("304.headers.ETag");
    expect(createRule?.responses).toHaveProperty("200.headers.Idempotent-Replayed");
    expect(JSON.stringify(createRule?.parameters)).toContain("IdempotencyKey");
    expect(JSON.stringify(listRules?.parameters)).not.toContain("IdempotencyKey");
    expect(depositExport?.responses).toHaveProperty("200.headers.Content-Disposition");
    expect(depositExport).toMatchObject({
      "x-work": "export",
      "x-limits": {
        company: { perMinute: 30, atOnce: 3 },
        "api-tokens": { perMinute: 15, atOnce: 1 },
      },
      description: expect.stringContaining("its API tokens share 15 of them, 1 at once"),
    });
    expect(document.components).toHaveProperty("responses.Problem429.headers.Retry-After");
    expect(document.components).toHaveProperty("responses.Problem401.headers.WWW-Authenticate");
  });

  test("has each event that webhooks send, with its body, its signature and what answers cause", () => {
    expect(Object.keys(document.webhooks)).toEqual(SENT_EVENT_TYPES);
    expect(Object.keys(WEBHOOK_EVENTS)).toEqual(
      SENT_EVENT_TYPES.filter((type) => type !== WEBHOOK_TEST),
    );
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { requestBody, parameters, responses } = post as Operation;
      const name = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
      expect(document.components.schemas[name]?.properties?.type).toMatchObject({ const: type });
      expect(JSON.stringify(parameters)).toMatch(/WebhookId.*WebhookTimestamp.*WebhookSignature/);
      expect(Object.keys(responses)).toEqual(["410", "2XX", "3XX", "default"]);
    }
    expect(document.components.schemas.DepositPostingFailedEvent?.properties?.data?.$ref).toMatch(
      /WebhookPostingData$/,
    );
  });

  test("shows examples that its own schemas allow", () => {
    const sent = Object.entries(document.webhooks).map(([name, { post }]) => ({
      name,
      ...(post as Operation).requestBody?.content["application/json"],
    }));
    const called = Object.entries(operations).flatMap(([name, { requestBody, responses }]) =>
      [requestBody, responses[200]].flatMap((each, at) => {
        const shown = each?.content?.["application/json"];
        return shown?.example === undefined ? [] : [{ name: `${name} ${at}`, ...shown }];
      }),
    );
    const contents = [...called, ...sent];
    const validateAll = new Ajv2020({
      strict: false,
      validateFormats: false,
      allErrors: true,
    }).compile({
      components: document.components,
      properties: Object.fromEntries(contents.map(({ name, schema }) => [name, schema])),
    });
    validateAll(Object.fromEntries(contents.map(({ name, example }) => [name, example])));
    expect(validateAll.errors ?? []).toEqual([]);
    expect(contents.length).toBeGreaterThan(200);
  });

  test("has the rows of the export as they are, amounts in text among them", () => {
    const columnsOf = (columns: readonly string[]) =>
      columns.map((column) => column.split(" AS ").at(-1) ?? column);
    const exported = EXPORT_SOURCES.map(({ type, columns }) => [type, columnsOf(columns).sort()]);
    const documented = Object.entries(EXPORT_ROWS).map(([type, { columns }]) => [
      type,
      Object.keys(columns).sort(),
    ]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(exported));
    for (const { type, money = [], moneyIn = {} } of EXPORT_SOURCES) {
      const amounts = Object.entries(EXPORT_ROWS[type]?.columns ?? {})
        .filter(([, [, kind]]) => typeof kind === "string" && kind.startsWith("amount"))
        .map(([name]) => name);
      expect(amounts.sort(), type).toEqual([...money, ...Object.keys(moneyIn)].sort());
    }
  });
});
