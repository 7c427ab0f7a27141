import { Badge } from "@/components/ui/badge";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import type { LeastRole } from "@/lib/constants/roles";
import { endpointGroups, type NamedEndpoint } from "@/lib/contracts/registry";
import { CONVENTIONS } from "@/lib/openapi/conventions";
import { type FieldRow, fieldRows } from "@/lib/openapi/fields";
import { PROBLEMS, problemsOf } from "@/lib/openapi/problems";
import { toJsonSchema } from "@/lib/openapi/schema";
import { whoMay } from "@/lib/openapi/who-may";

/** The whole API to read, made from the same contracts as the OpenAPI document. Needs no script. */
export function ApiDocs() {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-12 md:px-6 md:py-16">
      <h1 className="text-3xl font-semibold tracking-tight">API</h1>
      <ul className="mt-6 grid gap-2 text-pretty text-muted-foreground">
        {CONVENTIONS.map((sentence) => (
          <li key={sentence}>
            <InlineCode text={sentence} />
          </li>
        ))}
      </ul>
      <p className="mt-4">
        For programs:{" "}
        <a
          href="/api/openapi.json"
          className="font-medium text-primary underline underline-offset-4"
        >
          openapi.json
        </a>{" "}
        (OpenAPI 3.1)
      </p>
      <Contents />
      <Statuses />
      {endpointGroups.map(({ title, endpoints }) => (
        <section key={title} className="mt-12">
          <h2 className="text-xl font-semibold">{title}</h2>
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.name} endpoint={endpoint} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Contents() {
  return (
    <nav aria-label="Endpoints" className="mt-8 rounded-lg border bg-card p-6">
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {endpointGroups.map(({ title, endpoints }) => (
          <li key={title}>
            <p className="font-medium">{title}</p>
            <ul className="mt-1 grid gap-1 text-sm">
              {endpoints.map(({ name, method, path }) => (
                <li key={name}>
                  <a href={`#${name}`} className="break-all hover:underline">
                    {method} {path}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Statuses() {
  return (
    <section className="mt-12">
      <h2 className="text-xl font-semibold">Errors</h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {Object.entries(PROBLEMS).map(([status, meaning]) => (
          <div key={status} className="contents">
            <dt className="font-medium tabular-nums">{status}</dt>
            <dd className="text-muted-foreground">
              <InlineCode text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const BADGES: Record<LeastRole, string> = {
  anyone: "public",
  self: "token",
  viewer: "viewer",
  bookkeeper: "bookkeeper",
  admin: "admin",
  owner: "owner",
};

/** One endpoint with its own anchor: request, response and errors. */
function EndpointSection({ endpoint }: { endpoint: NamedEndpoint }) {
  const { name, method, path, summary, role, query, body, response } = endpoint;
  return (
    <article id={name} aria-labelledby={`${name}-title`} className="mt-8 scroll-mt-6 border-t pt-6">
      <h3 id={`${name}-title`} className="flex flex-wrap items-center gap-2">
        <Badge variant={method === "GET" ? "secondary" : "default"}>{method}</Badge>
        <a href={`#${name}`} className="font-mono text-sm font-medium break-all hover:underline">
          {path}
        </a>
        <Badge variant="outline">{BADGES[role]}</Badge>
      </h3>
      <p className="mt-2 text-pretty">
        <InlineCode text={summary} />. {whoMay(endpoint)}
      </p>
      {query && <FieldTable title="Query" rows={fieldRows(toJsonSchema(query, "input"))} />}
      {body && <FieldTable title="Body" rows={fieldRows(toJsonSchema(body, "input"))} />}
      <FieldTable title="Answer" rows={fieldRows(toJsonSchema(response, "output"))} />
      <p className="mt-3 text-sm text-muted-foreground tabular-nums">
        Errors: {problemsOf(endpoint).join(", ")}
      </p>
    </article>
  );
}

function FieldTable({ title, rows }: { title: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table className="mt-4 [&_td]:h-auto">
      <TableHeader>
        <TableRow>
          <TableHead className="w-2/5">{title}</TableHead>
          <TableHead>Type</TableHead>
          <TableHead>Notes</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ path, type, required, note }) => (
          <TableRow key={path}>
            <TableCell className="font-mono text-xs break-all">{path}</TableCell>
            <TableCell className="text-xs">{type}</TableCell>
            <TableCell className="text-xs text-muted-foreground">
              {[required ? "" : "optional", note].filter(Boolean).join("; ")}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** A sentence in which `…` marks code. */
function InlineCode({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    const key = `${index}:${part}`;
    return index % 2 === 1 ? (
      <code key={key} className="font-mono text-[0.9em] text-foreground">
        {part}
      </code>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
