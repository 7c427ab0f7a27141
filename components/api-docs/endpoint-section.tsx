import { FieldTable } from "@/components/api-docs/field-table";
import { InlineCode } from "@/components/api-docs/inline-code";
import { Badge } from "@/components/ui/badge";
import type { NamedEndpoint } from "@/lib/contracts/registry";
import type { LeastRole } from "@/lib/contracts/values/roles";
import { fieldRows } from "@/lib/openapi/fields";
import { problemsOf } from "@/lib/openapi/problems";
import { toJsonSchema } from "@/lib/openapi/schema";
import { whoMay } from "@/lib/openapi/who-may";

const BADGES: Record<LeastRole, string> = {
  anyone: "public",
  self: "token",
  viewer: "viewer",
  bookkeeper: "bookkeeper",
  admin: "admin",
  owner: "owner",
};

/** One endpoint with its own anchor: request, response and errors. */
export function EndpointSection({ endpoint }: { endpoint: NamedEndpoint }) {
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
