import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { ApiDocs } from "@/components/api-docs/api-docs";
import { OperationDoc } from "@/components/api-docs/operation-doc";
import { SchemaDoc } from "@/components/api-docs/schema-doc";
import { Schemas } from "@/components/api-docs/schemas";
import { endpoints } from "@/lib/contracts/registry";
import { ledgerWords } from "@/lib/ledger-words";
import { documentAt, type OpenApiDocument } from "@/lib/openapi/document";
import { type Operation, operationNamed, operationsOf } from "@/lib/openapi/reader";
import { depositCsv } from "@/server/deposits/columns";
import { buildDocument } from "@/tools/product/build-document";

let document: OpenApiDocument;
let operations: readonly Operation[];

beforeAll(async () => {
  document = documentAt(await buildDocument("."), new URL("https://deposits.example.com"));
  operations = operationsOf(document);
});

/** Links ask for the router when they are followed. */
const render = (page: ReactNode) =>
  renderToStaticMarkup(createElement(AppRouterContext, { value: {} as never }, page));

const operationPage = (name: string) =>
  render(
    createElement(OperationDoc, {
      document,
      operation: operationNamed(operations, name),
    }),
  );
const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found]) => found);

/** Links within the page that lead nowhere, and ids that are there twice. */
function broken(html: string): string[] {
  const ids = all(html, / id="([^"]+)"/g);
  const links = all(html, / href="#([^"]+)"/g);
  return [
    ...links.filter((link) => !ids.includes(link)),
    ...ids.filter((id, at) => ids.indexOf(id) !== at),
  ].map(String);
}

describe("the pages of the API", () => {
  test("are linked for every operation and schema, from one that stays small", () => {
    const query = new URLSearchParams() as never;
    const html = render(
      createElement(SearchParamsContext, { value: query }, createElement(ApiDocs, { document })),
    );
    const links = all(html, / href="\/api\/docs\/([^"]+)"/g);
    expect(links).toEqual(expect.arrayContaining(endpoints.map(({ name }) => name)));
    expect(links).toEqual(
      expect.arrayContaining(
        Object.keys(document.components.schemas).map((name) => `schemas/${name}`),
      ),
    );
    expect(broken(html)).toEqual([]);
    expect(html).toContain("https://deposits.example.com/api/api-tokens/self/");
    // What is drawn again in the browser comes twice.
    expect(html.length / endpoints.length).toBeLessThan(1_478);
  });

  test("show every field of an operation or schema, and each schema that is named there", () => {
    for (const { name, method, path } of endpoints) {
      const html = operationPage(name);
      expect(html, name).toContain(`>${method}</span>`);
      expect(html, name).toContain(`https://deposits.example.com/api${path}`);
      expect(broken(html), name).toEqual([]);
    }
    const { schemas } = document.components;
    const named = render(createElement(Schemas, { document, names: Object.keys(schemas) }));
    expect(broken(named)).toEqual([]);
    for (const [name, { properties = {} }] of Object.entries(schemas)) {
      for (const field of Object.keys(properties))
        expect(named, name).toContain(`>${field}</code>`);
    }
    const page = render(createElement(SchemaDoc, { document, name: "Deposit" }));
    expect(page).toContain("GET /qb/deposit-status/");
    expect(broken(page)).toEqual([]);
  });

  test("show bounds, descriptions, codes, events and rows of exports", () => {
    const confirm = operationPage("confirmMatch");
    expect(confirm).toContain("The deposit&#x27;s id.");
    expect(confirm).toContain("1 to 2147483647");
    expect(confirm).toContain("no_suggestion");
    expect(confirm).toContain("$(uuidgen)");
    expect(operationPage("events")).toContain("&quot;sync-runs&quot;");
    expect(operationPage("dataExport")).toContain('id="ExportDepositLine"');
    const columns = depositCsv(ledgerWords("quickbook")).map(({ head }) => head);
    expect(columns.filter((head) => !operationPage("depositExport").includes(head))).toEqual([]);
    expect(operationPage("createWebhookEndpoint")).toContain(
      "<li>deposit.suggestion_withdrawn</li>",
    );
  });
});
