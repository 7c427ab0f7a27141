import { DocsSection } from "@/components/api-docs/docs-page";
import { FirstSteps } from "@/components/api-docs/first-steps";
import { InlineCode } from "@/components/api-docs/inline-code";
import { OperationList } from "@/components/api-docs/operation-list";
import { Problems } from "@/components/api-docs/problems";
import { TextLink } from "@/components/ui/text-link";
import { PROBLEM_CODES, type ProblemStatus } from "@/lib/constants/problem-codes";
import { CONVENTIONS } from "@/lib/openapi/conventions";
import type { OpenApiDocument } from "@/lib/openapi/document";
import { PROBLEMS } from "@/lib/openapi/problems";
import { operationsOf } from "@/lib/openapi/reader";
import { indexOf } from "@/lib/openapi/search";

const PARTS = [
  ["first-steps", "First steps"],
  ["conventions", "Conventions"],
  ["errors", "Errors"],
  ["operations", "Operations and webhooks"],
  ["schemas", "Schemas"],
] as const;

/**
 * The API to read: how to begin, what applies everywhere, and every operation and schema, each with a page of its own. Needs no
 * script; with one, the list is searched while typing.
 */
export function ApiDocs({ document }: { document: OpenApiDocument }) {
  const operations = operationsOf(document);
  const api = document.servers[0]?.url ?? "";
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-12 md:px-6 md:py-16">
      <h1 className="text-3xl font-semibold tracking-tight">API</h1>
      <p className="mt-3 text-base text-pretty text-muted-foreground">
        Everything that the product does, for programs: {operations.length} operations under{" "}
        <code className="font-mono text-sm text-foreground wrap-anywhere">{api}</code>, also as an
        OpenAPI 3.1 document: <TextLink href="/api/openapi.json">openapi.json</TextLink>.
      </p>
      <nav aria-label="On this page" className="mt-6">
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {PARTS.map(([id, title]) => (
            <li key={id}>
              <TextLink href={`#${id}`}>{title}</TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <DocsSection id="first-steps" title="First steps">
        <FirstSteps operations={operations} api={api} />
        <p className="mt-6 text-pretty text-muted-foreground">
          To follow what changes, ask <Page of="depositList" /> with{" "}
          <InlineCode text="`updated_since`" />, keep <Page of="events" /> open, or have webhooks
          sent to you (<Page of="createWebhookEndpoint" />, and{" "}
          <TextLink href="/api/docs?method=WEBHOOK#operations">what they send</TextLink>). To try
          calls without real books, connect a test key of Stripe and a sandbox company of QuickBooks
          or the demo company of Xero.
        </p>
      </DocsSection>
      <DocsSection id="conventions" title="Conventions">
        <ul className="mt-4 grid list-disc gap-2 pl-5 text-pretty text-muted-foreground marker:text-border">
          {CONVENTIONS.map((sentence) => (
            <li key={sentence}>
              <InlineCode text={sentence} />
            </li>
          ))}
        </ul>
      </DocsSection>
      <DocsSection id="errors" title="Errors">
        <Problems problems={ALL_PROBLEMS} />
      </DocsSection>
      <DocsSection id="operations" title="Operations and webhooks">
        <OperationList index={indexOf(document)} tags={document.tags} />
      </DocsSection>
      <DocsSection id="schemas" title="Schemas">
        <p className="mt-2 text-pretty text-muted-foreground">
          What operations send and answer, by name. Rows of the export begin with “Export”.
        </p>
        <ul className="mt-4 gap-x-6 text-caption *:py-1 *:wrap-anywhere sm:columns-3">
          {Object.keys(document.components.schemas)
            .toSorted()
            .map((name) => (
              <li key={name}>
                <TextLink href={`/api/docs/schemas/${name}`}>{name}</TextLink>
              </li>
            ))}
        </ul>
      </DocsSection>
    </div>
  );
}

const ALL_PROBLEMS = Object.entries(PROBLEM_CODES).map(([status, codes]) => ({
  status,
  meaning: PROBLEMS[Number(status) as ProblemStatus],
  codes: Object.entries(codes).map(([code, meaning]) => ({ code, meaning })),
}));

function Page({ of }: { of: string }) {
  return <TextLink href={`/api/docs/${of}`}>{of}</TextLink>;
}
