import { describe, expect, test } from "vitest";
import { examples } from "@/lib/contracts/examples/all";
import { endpoints } from "@/lib/contracts/registry";
import { openApiDocument } from "@/lib/openapi/document";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import { toJsonSchema } from "@/lib/openapi/schema";
import { sourceProviders } from "@/lib/providers/list";
import { providerName, sourceType } from "@/server/connections/find";

const { paths } = openApiDocument();
const shown = endpoints.map((endpoint) => ({
  endpoint,
  key: `${endpoint.method} ${endpoint.path}`,
  example: examples[endpoint.name],
}));

/** Top-level fields of a contract; undefined when it allows any. */
function fieldsOf({ properties }: JsonSchema): string[] | undefined {
  return properties && Object.keys(properties);
}

describe("the examples of the OpenAPI document", () => {
  test("belong to existing endpoints", () => {
    const names = new Set(endpoints.map(({ name }) => name));
    expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
  });

  test("include every request body: add a new one in lib/contracts/examples", () => {
    const without = shown.filter(({ endpoint, example }) => endpoint.body && !example?.body);
    expect(without.map(({ key }) => key)).toEqual([]);
  });

  test.each(shown.filter(({ example }) => example?.body !== undefined))(
    "$key takes its body",
    ({ endpoint, example, key }) => {
      if (!endpoint.body) throw new Error(`${key} takes no body`);
      const parsed = endpoint.body.safeParse(example?.body);
      expect(parsed.error?.issues ?? []).toEqual([]);
      const known = fieldsOf(toJsonSchema(endpoint.body, "input"));
      expect(known).toEqual(expect.arrayContaining(Object.keys(Object(example?.body))));
    },
  );

  test.each(shown.filter(({ example }) => example?.response !== undefined))(
    "$key is a valid answer, with nothing missing or dropped",
    ({ endpoint, example }) => {
      expect(endpoint.response.parse(example?.response)).toEqual(example?.response);
    },
  );

  test("are in the document", () => {
    const login = paths["/user/login/api/"]?.post;
    expect(login).toMatchObject({
      requestBody: { content: { "application/json": { example: examples.login?.body } } },
      responses: {
        200: { content: { "application/json": { example: examples.login?.response } } },
      },
    });
    expect(JSON.stringify(paths).match(/"example":/g)?.length).toBeGreaterThan(80);
  });
});

test("examples name processors as the server does: for people, and as filters do", () => {
  const names = sourceProviders().map(({ id }) => providerName(id));
  const types = sourceProviders().map(({ id }) => sourceType(id));
  const allowed: Record<string, readonly string[]> = {
    plateform: names,
    processor: names,
    source: names,
    source_type: types,
  };
  const wrong: unknown[] = [];
  JSON.stringify(
    Object.values(examples).map(({ response }) => response),
    (key, value) => {
      const known = allowed[key];
      if (known && typeof value === "string" && !known.includes(value)) wrong.push([key, value]);
      return value;
    },
  );
  expect(wrong).toEqual([]);
  const { deposits } = Object(examples.depositList?.response);
  expect(deposits[0]).toMatchObject({ source: "Stripe", source_type: "stripe" });
});
