import { CodeBlock } from "@/components/api-docs/code-block";
import { DocsPage, DocsSection, SubTitle } from "@/components/api-docs/docs-page";
import { Example } from "@/components/api-docs/example";
import { InlineCode } from "@/components/api-docs/inline-code";
import { MethodBadge } from "@/components/api-docs/method-badge";
import { Problems } from "@/components/api-docs/problems";
import { Parameters, SchemaBody } from "@/components/api-docs/schema-fields";
import { Schemas } from "@/components/api-docs/schemas";
import { curlOf } from "@/lib/openapi/curl";
import type { OpenApiDocument } from "@/lib/openapi/document";
import { namesIn, type Operation, schemaName, schemasOf } from "@/lib/openapi/reader";

/** An operation: what it asks for and answers, with an example call, its errors and the schemas that it names. */
export function OperationDoc({
  document,
  operation,
}: {
  document: OpenApiDocument;
  operation: Operation;
}) {
  const { method, path, summary, description, tag } = operation;
  const { parameters, body, answers, headers, problems } = operation;
  const query = parameters.filter((each) => each.in === "query");
  const sent = parameters.filter((each) => each.in === "header");
  // What the answer is has its fields there, not among the other schemas.
  const root = schemaName(answers[0]?.[1].schema ?? {});
  const names = namesIn(document, schemasOf(operation)).filter((name) => name !== root);
  return (
    <DocsPage above={tag}>
      <h1 className="mt-3 text-3xl font-semibold tracking-tight text-balance">{summary}</h1>
      <p className="mt-4 flex flex-wrap items-center gap-2">
        <MethodBadge method={method} />
        <code className="font-mono text-sm font-medium wrap-anywhere">{path}</code>
      </p>
      <div className="mt-4 grid gap-2 text-pretty text-muted-foreground">
        {description.split("\n\n").map((paragraph) => (
          <p key={paragraph}>
            <InlineCode text={paragraph} />
          </p>
        ))}
      </div>
      <DocsSection id="request" title="Request">
        <div className="mt-4">
          <CodeBlock code={curlOf(operation, document.servers[0]?.url ?? "")} copies="the call" />
        </div>
        {query.length > 0 && <SubTitle>Query</SubTitle>}
        {query.length > 0 && <Parameters parameters={query} />}
        {body && <SubTitle>Body</SubTitle>}
        {body && <SchemaBody schema={body.schema} />}
        {sent.length > 0 && <SubTitle>Headers</SubTitle>}
        {sent.length > 0 && <Parameters parameters={sent} />}
      </DocsSection>
      <DocsSection id="answer" title="Answer">
        {answers.map(([type, content]) => (
          <div key={type} id={root} className="scroll-mt-6">
            <SubTitle>
              200 <code className="font-mono">{type}</code>
              {root && <code className="ml-3 font-mono text-muted-foreground">{root}</code>}
            </SubTitle>
            <SchemaBody schema={(root && document.components.schemas[root]) || content.schema} />
            {content.example !== undefined && (
              <Example value={content.example} copies="the answer" />
            )}
          </div>
        ))}
        <p className="mt-4 text-caption text-muted-foreground">
          Headers: <InlineCode text={headers.map(([header]) => `\`${header}\``).join(", ")} />
        </p>
      </DocsSection>
      <DocsSection id="errors" title="Errors">
        <Problems problems={problems} />
      </DocsSection>
      {names.length > 0 && (
        <DocsSection id="schemas" title="Schemas">
          <Schemas document={document} names={names} />
        </DocsSection>
      )}
    </DocsPage>
  );
}
