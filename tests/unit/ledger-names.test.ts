import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** The ledgers' own folders, examples of the API's document, and postings, which name their ledger themselves. */
const OWN =
  /^(?:server\/(?:providers\/(?:quickbooks|xero)|posting)|lib\/(?:openapi\/generated|contracts\/examples))\//;

/**
 * Files whose texts mean QuickBooks itself: its pages, monthly reads and keys, and what the API's document says of it.
 * All others name the ledger that is connected (`lib/ledger-words.ts`). The list may only shrink.
 */
const MEAN_QUICKBOOKS = [
  "app/(protected)/quickbooks/callback/page.tsx",
  "app/(public)/quickbooks/disconnected/page.tsx",
  "app/layout.tsx",
  "components/api-docs/api-docs.tsx",
  "components/deposit-parts/monthly-reads-notice.tsx",
  "components/help/answers.tsx",
  "components/integrations/payment-accounts.tsx",
  "components/operator/operator-page.tsx",
  "components/settings/health.tsx",
  "lib/contracts/provider-shapes.ts",
  "lib/contracts/unmatched-payments.ts",
  "lib/journal.ts",
  "lib/ledger-words.ts",
  "lib/openapi/export/deposits.ts",
  "lib/openapi/export/matches.ts",
  "lib/openapi/glossary.ts",
  "lib/openapi/problems.ts",
  "lib/openapi/tags.ts",
  "lib/providers/catalog.ts",
  "server/overview/health-checks.ts",
  "server/platform/metrics/metrics.ts",
  "server/providers/read-meter.ts",
  "server/sync/deposits-in-books.ts",
  "server/sync/save-payment-account.ts",
];

const TERMS = /QuickBooks|Undeposited Funds/;

test("texts name the ledger that is connected", () => {
  const found = ["app", "components", "lib", "server"].flatMap(filesIn).filter(hasTerm);
  expect(found.toSorted()).toEqual(MEAN_QUICKBOOKS.toSorted());
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => [".ts", ".tsx"].includes(extname(path)) && !OWN.test(path));
}

/** In a text, not in a comment. */
function hasTerm(path: string): boolean {
  const text = readFileSync(path, "utf8");
  if (!TERMS.test(text)) return false;
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const isTerm = (node: ts.Node): boolean =>
    ((ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node)) &&
      TERMS.test(node.text)) ||
    ((ts.isTemplateHead(node) || ts.isJsxText(node)) && TERMS.test(node.text)) ||
    (ts.forEachChild(node, isTerm) ?? false);
  return isTerm(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind));
}
