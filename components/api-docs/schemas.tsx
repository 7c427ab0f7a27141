import { InlineCode } from "@/components/api-docs/inline-code";
import { SchemaBody } from "@/components/api-docs/schema-fields";
import type { OpenApiDocument } from "@/lib/openapi/document";

/** Named schemas, each with its own anchor. */
export function Schemas({
  document,
  names,
}: {
  document: OpenApiDocument;
  names: readonly string[];
}) {
  return names.map((name) => {
    const schema = document.components.schemas[name] ?? {};
    return (
      <section
        key={name}
        id={name}
        aria-labelledby={`${name}-name`}
        className="mt-8 scroll-mt-6 rounded-sm target:outline-2 target:outline-offset-8 target:outline-ring"
      >
        <h3 id={`${name}-name`} className="font-mono text-sm font-semibold">
          {name}
        </h3>
        {schema.description && (
          <p className="mt-1 text-pretty text-muted-foreground">
            <InlineCode text={schema.description} />
          </p>
        )}
        <SchemaBody schema={schema} />
      </section>
    );
  });
}
