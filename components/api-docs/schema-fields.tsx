import { InlineCode } from "@/components/api-docs/inline-code";
import { TextLink } from "@/components/ui/text-link";
import {
  boundsOf,
  type FieldRow,
  fieldRow,
  fieldRows,
  type TypePart,
  typeOf,
  variantsOf,
} from "@/lib/openapi/fields";
import type { JsonSchema } from "@/lib/openapi/json-schema";
import type { Parameter } from "@/lib/openapi/reader";

/** Everything about a schema but its name: its fields, its variants, or its type. Named schemas are links within the page. */
export function SchemaBody({ schema }: { schema: JsonSchema }) {
  if (schema.contentSchema) {
    return (
      <p>
        Each line or event, parsed, is <Type parts={typeOf(schema.contentSchema)} />.
      </p>
    );
  }
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    return variants.map(({ title, description, schema: each }) => (
      <section key={title} aria-label={title} className="mt-4">
        <p>
          <code className="font-mono text-sm font-medium">{title}</code>{" "}
          <span className="text-muted-foreground">
            <InlineCode text={description} />
          </span>
        </p>
        <Fields rows={fieldRows(each)} />
      </section>
    ));
  }
  const rows = fieldRows(schema);
  if (rows.length > 0) return <Fields rows={rows} />;
  const bounds = boundsOf(schema);
  return (
    <p className="mt-2 text-caption">
      <Type parts={typeOf(schema)} />
      {bounds && <span className="text-muted-foreground">; {bounds}</span>}
    </p>
  );
}

/** The parameters of an operation that are sent in one place. */
export function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  const rows = parameters.map(({ name, description = "", required = false, schema }) => ({
    ...fieldRow(name, schema, required),
    description,
  }));
  return <Fields rows={rows} />;
}

function Fields({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <dl className="mt-2 divide-y border-y">
      {rows.map(({ path, type, required, description, bounds }, index) => (
        // Variants have fields of the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
        <div key={`${index}:${path}`} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-2">
          <dt>
            <code className="font-mono text-caption font-medium wrap-anywhere">{path}</code>
            {!required && <span className="ml-2 text-xs text-muted-foreground">optional</span>}
          </dt>
          <dd className="text-caption text-muted-foreground sm:col-start-2 sm:row-span-2 sm:row-start-1">
            <InlineCode text={description} />
            {bounds && <span className="block text-xs">{bounds}</span>}
          </dd>
          <dd className="text-xs wrap-anywhere sm:col-start-1">
            <Type parts={type} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Type({ parts }: { parts: readonly TypePart[] }) {
  return parts.map(({ text, schema }, index) => {
    const key = `${index}:${text}`;
    return schema ? (
      <TextLink key={key} href={`#${schema}`}>
        {text}
      </TextLink>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
