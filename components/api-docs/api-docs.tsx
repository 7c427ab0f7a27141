import { EndpointSection } from "@/components/api-docs/endpoint-section";
import { InlineCode } from "@/components/api-docs/inline-code";
import { endpointGroups } from "@/lib/contracts/registry";
import { CONVENTIONS } from "@/lib/openapi/document";
import { PROBLEMS } from "@/lib/openapi/problems";

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
