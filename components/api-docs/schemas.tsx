import { Fold } from "@/components/api-docs/fold";
import { InlineCode } from "@/components/api-docs/inline-code";
import { SchemaBody } from "@/components/api-docs/schema-fields";
import type { OpenApiDocument } from "@/lib/openapi/document";

/** Named schemas, folded, each with its own anchor. */
export function Schemas({
  document,
  names,
}: {
  document: OpenApiDocument;
  names: readonly string[];
}) {
  return (
    <div className="mt-4 divide-y border-y">
      {names.map((name) => {
        const schema = document.components.schemas[name] ?? {};
        return (
          <Fold
            key={name}
            head={
              <span>
                <span className="font-mono font-semibold wrap-anywhere">{name}</span>
                {schema.description && (
                  <span className="mt-0.5 block text-caption text-pretty text-muted-foreground">
                    <InlineCode text={schema.description} />
                  </span>
                )}
              </span>
            }
          >
            <div id={name} className="scroll-mt-24 sm:pl-6">
              <SchemaBody schema={schema} />
            </div>
          </Fold>
        );
      })}
    </div>
  );
}
