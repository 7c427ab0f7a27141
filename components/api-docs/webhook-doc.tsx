import { DocsPage, DocsSection, SubTitle } from "@/components/api-docs/docs-page";
import { Example } from "@/components/api-docs/example";
import { InlineCode } from "@/components/api-docs/inline-code";
import { MethodBadge } from "@/components/api-docs/method-badge";
import { Parameters, SchemaBody } from "@/components/api-docs/schema-fields";
import { Schemas } from "@/components/api-docs/schemas";
import { TextLink } from "@/components/ui/text-link";
import type { OpenApiDocument } from "@/lib/openapi/document";
import { namesIn, schemaName, type Webhook } from "@/lib/openapi/reader";

/** An event that is sent to webhook endpoints: its headers and body, and what the receiver's answer causes. */
export function WebhookDoc({ document, webhook }: { document: OpenApiDocument; webhook: Webhook }) {
  const { type, summary, description, tag, parameters, body, answers } = webhook;
  const root = schemaName(body.schema) ?? "";
  const names = namesIn(document, [body.schema]).filter((name) => name !== root);
  return (
    <DocsPage above={tag}>
      <h1 className="mt-3 text-2xl font-semibold tracking-tight wrap-anywhere sm:text-3xl">
        {type}
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-2">
        <MethodBadge method="WEBHOOK" />
        {summary}
      </p>
      <p className="mt-4 text-pretty text-muted-foreground">
        {description} Add a URL in{" "}
        <TextLink href="/settings?tab=webhooks">Settings → Webhooks</TextLink> or with{" "}
        <TextLink href="/api/docs/createWebhookEndpoint">createWebhookEndpoint</TextLink>.
      </p>
      <DocsSection id="request" title="What is sent">
        <SubTitle>Headers</SubTitle>
        <Parameters parameters={parameters} />
        <div id={root} className="scroll-mt-6">
          <SubTitle>
            Body <code className="ml-3 font-mono text-muted-foreground">{root}</code>
          </SubTitle>
          <SchemaBody schema={document.components.schemas[root] ?? body.schema} />
          <Example value={body.example} copies="the body" />
        </div>
      </DocsSection>
      <DocsSection id="answer" title="What your answer causes">
        <dl className="mt-4 divide-y border-y">
          {answers.map(([status, words]) => (
            <div
              key={status}
              className="grid gap-x-6 gap-y-1 py-2.5 text-sm sm:grid-cols-[5rem_1fr]"
            >
              <dt className="font-medium tabular-nums">
                {status === "default" ? "Any other" : status}
              </dt>
              <dd className="text-muted-foreground">
                <InlineCode text={words} />
              </dd>
            </div>
          ))}
        </dl>
      </DocsSection>
      <DocsSection id="schemas" title="Schemas">
        <Schemas document={document} names={names} />
      </DocsSection>
    </DocsPage>
  );
}
