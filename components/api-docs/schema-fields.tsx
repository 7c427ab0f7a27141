import { InlineCode } from "@/components/api-docs/inline-code";
import { InPageLink } from "@/components/ui/text-link";
import {
  boundsOf,
  type FieldRow,
  fieldRow,
  fieldRows,
  type TypePart,
  typeOf,
  valuesOf,
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
    <div className="mt-2 text-caption">
      <Type parts={typeOf(schema)} />
      {bounds && <span className="text-muted-foreground">; {bounds}</span>}
      <Values values={valuesOf(schema)} />
    </div>
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

/** The look of a list of fields, said once: there are hundreds on a page. */
const FIELDS = [
  "mt-2 divide-y border-y text-caption wrap-anywhere",
  "[&>div]:grid [&>div]:gap-x-6 [&>div]:gap-y-1 [&>div]:py-2.5",
  "sm:[&>div]:grid-cols-[2fr_3fr] sm:[&>div]:grid-rows-[auto_1fr]",
  "[&_dt>code]:font-mono [&_dt>code]:font-medium [&_dt>small]:ml-2",
  "[&_small]:text-xs [&_small]:text-muted-foreground [&_dd>small]:block",
  "[&_dt+dd]:text-muted-foreground sm:[&_dt+dd]:col-start-2 sm:[&_dt+dd]:row-span-2 sm:[&_dt+dd]:row-start-1",
  "[&_dd+dd]:text-xs sm:[&_dd+dd]:col-start-1",
].join(" ");

function Fields({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <dl className={FIELDS}>
      {rows.map(({ path, type, values, required, description, bounds }, index) => (
        // Variants have fields of the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
        <div key={`${index}:${path}`}>
          <dt>
            <code>{path}</code>
            {!required && <small>optional</small>}
          </dt>
          <dd>
            <InlineCode text={description} />
            <Values values={values} />
            {bounds && <small>{bounds}</small>}
          </dd>
          <dd>
            <Type parts={type} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The values of a long enum. */
function Values({ values }: { values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 font-mono text-xs text-foreground">
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );
}

function Type({ parts }: { parts: readonly TypePart[] }) {
  return parts.map(({ text, schema }, index) => {
    const key = `${index}:${text}`;
    return schema ? (
      <InPageLink key={key} id={schema}>
        {text}
      </InPageLink>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
