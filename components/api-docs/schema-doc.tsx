import { DocsPage, DocsSection } from "@/components/api-docs/docs-page";
import { InlineCode } from "@/components/api-docs/inline-code";
import { SchemaBody } from "@/components/api-docs/schema-fields";
import { Schemas } from "@/components/api-docs/schemas";
import { TextLink } from "@/components/ui/text-link";
import type { OpenApiDocument } from "@/lib/openapi/document";
import { namesIn, operationsOf, schemasOf, webhooksOf } from "@/lib/openapi/reader";

/** A named schema with those that it refers to, and the operations and webhooks that use it. */
export function SchemaDoc({ document, name }: { document: OpenApiDocument; name: string }) {
  const schema = document.components.schemas[name] ?? {};
  const others = namesIn(document, [schema]).filter((each) => each !== name);
  const uses = [
    ...operationsOf(document).map((each) => ({
      page: each.name,
      title: `${each.method} ${each.path}`,
      schemas: schemasOf(each),
    })),
    ...webhooksOf(document).map(({ type, body }) => ({
      page: `webhooks/${type}`,
      title: type,
      schemas: [body.schema],
    })),
  ];
  const users = uses.filter(({ schemas }) => namesIn(document, schemas).includes(name));
  return (
    <DocsPage above="Schemas">
      <div id={name}>
        <h1 className="mt-3 font-mono text-xl font-semibold wrap-anywhere">{name}</h1>
        {schema.description && (
          <p className="mt-4 text-pretty text-muted-foreground">
            <InlineCode text={schema.description} />
          </p>
        )}
        <SchemaBody schema={schema} />
      </div>
      {users.length > 0 && (
        <DocsSection id="operations" title="Used by">
          <ul className="mt-2">
            {users.map(({ page, title }) => (
              <li key={page} className="py-1 text-sm wrap-anywhere">
                <TextLink href={`/api/docs/${page}`}>{title}</TextLink>
              </li>
            ))}
          </ul>
        </DocsSection>
      )}
      {others.length > 0 && (
        <DocsSection id="schemas" title="Refers to">
          <Schemas document={document} names={others} />
        </DocsSection>
      )}
    </DocsPage>
  );
}
