/**
 * Who may import whom. Each room may import what its row names; everything else is an error.
 * tests/unit/structure.test.ts sees every rule fire.
 */

/** One row of the table: files under `from` may import only `to` (and packages, unless forbidden). */
function room(name, from, to, why) {
  return {
    name,
    comment: why,
    severity: "error",
    from: { path: from },
    to: {
      path: "^(app|components|lib|server|sandbox|scripts|prisma|generated|tests|bench|instrumentation)(/|\\.)",
      pathNot: to,
    },
  };
}

function forbid(name, from, to, why) {
  return { name, comment: why, severity: "error", from, to };
}

const VERBS =
  "^server/(companies|deposits|matches|posting|sync|integrations|settings|notifications|audit|dashboard|events|failures|webhooks|account|export)/";

module.exports = {
  forbidden: [
    forbid(
      "no-circular",
      {},
      { circular: true, viaOnly: { pathNot: "^generated/" } },
      "a circle has no bottom",
    ),
    forbid(
      "no-unresolvable",
      { pathNot: "^generated/" },
      { couldNotResolve: true, pathNot: "\\.css$" },
      "an import that leads nowhere",
    ),
    room(
      "app",
      "^app/",
      ["^app/", "^components/", "^lib/", "^server/http/", "^server/auth/", VERBS],
      "routing composes and calls; it knows neither database nor providers nor the engine",
    ),
    room(
      "components",
      "^components/",
      ["^components/", "^lib/"],
      "screens talk to the server through lib/api",
    ),
    room("lib", "^lib/", ["^lib/"], "isomorphic, no I/O"),
    forbid(
      "one-zod",
      { path: "^(lib|components)/", pathNot: "^lib/zod\\.ts$" },
      { path: "node_modules/zod/", dependencyTypesNot: ["type-only"] },
      "lib/zod.ts sets it up for the browser",
    ),
    forbid(
      "toasts-on-demand",
      { path: "^(app|components|lib)/", pathNot: "^components/ui/sonner\\.tsx$" },
      { path: "node_modules/sonner/", dependencyTypesNot: ["type-only"] },
      "what shows toasts is loaded when the page is at rest; components/ui/toast.ts asks for them",
    ),
    forbid(
      "contracts-on-demand",
      {
        path: "^(components|lib)/",
        pathNot: "^(lib/(contracts|openapi)/|lib/zod\\.ts$|components/api-docs/)",
      },
      {
        path: "^lib/(contracts/(?!values/)|zod\\.ts$)|node_modules/(zod|@hookform/resolvers)/",
        dependencyTypesNot: ["type-only"],
        dynamic: false,
      },
      "no page's first load brings schemas: types, lib/contracts/values, or import()",
    ),
    forbid(
      "values-without-schemas",
      { path: "^lib/contracts/values/" },
      { pathNot: "^lib/contracts/values/" },
      "pages load them at once",
    ),
    forbid(
      "lib-is-pure",
      { path: "^lib/" },
      { dependencyTypes: ["core"] },
      "lib also runs in the browser",
    ),
    room(
      "engine",
      "^server/matching/",
      ["^server/matching/", "^lib/(money|dates)\\.ts$"],
      "the engine is pure: nothing but money and dates",
    ),
    forbid(
      "engine-is-pure",
      { path: "^server/matching/" },
      { dependencyTypes: ["core", "npm", "npm-dev"] },
      "no clock, no randomness, no files, no packages",
    ),
    room(
      "provider-registry",
      "^server/providers/registry\\.ts$",
      ["^server/providers/", "^server/(call-slots|errors|logger|env)\\.ts$", "^lib/"],
      "the registry alone hands providers what all processes share",
    ),
    room(
      "call-slots",
      "^server/call-slots\\.ts$",
      ["^server/db\\.ts$", "^server/crypto/", "^server/providers/quickbooks/rate-limit\\.ts$"],
      "a limiter is a clock and a table",
    ),
    room(
      "health",
      "^server/health/",
      ["^server/health/", "^server/(read-rows|logger)\\.ts$", "^lib/"],
      "a probe asks the database, and nobody else",
    ),
    room(
      "metrics",
      "^server/metrics/",
      [
        "^server/(metrics|health)/",
        "^server/jobs/held-back\\.ts$",
        "^server/(db|read-rows|logger|env)\\.ts$",
        "^generated/prisma/",
        "^lib/",
      ],
      "counts what others do; it does nothing itself",
    ),
    room(
      "telemetry",
      "^server/telemetry/",
      ["^server/telemetry/", "^server/(logger|log-redaction)\\.ts$"],
      "spans know what log lines know",
    ),
    forbid(
      "traces-on-demand",
      { path: "^(app|lib|server|instrumentation)", pathNot: "^server/telemetry/start\\.ts$" },
      { path: "node_modules/@opentelemetry/", dependencyTypesNot: ["type-only"] },
      "where no traces are sent, what sends them is not loaded",
    ),
    room(
      "providers",
      "^server/providers/(?!(registry|observe-call)\\.ts$)",
      ["^server/providers/", "^server/(errors|logger|env)\\.ts$", "^lib/"],
      "a provider knows its API, not our database or our verbs",
    ),
    forbid(
      "providers-keep-apart",
      { path: "^server/providers/([^/]+)/" },
      { path: "^server/providers/([^/]+)/", pathNot: "^server/providers/$1/" },
      "a new provider is one new folder; none knows another",
    ),
    room(
      "verbs",
      VERBS,
      [
        VERBS,
        "^lib/",
        "^generated/prisma/",
        "^server/(db|read-rows|errors|context|logger|env)\\.ts$",
        "^server/matching/",
        "^server/providers/(types|registry|errors|describe-failure)\\.ts$",
        "^server/jobs/(enqueue|definitions)\\.ts$",
        "^server/(mail|crypto)/",
      ],
      "verbs hold the domain; HTTP and the framework are somebody else's",
    ),
    forbid(
      "verbs-know-no-framework",
      { path: VERBS },
      { path: "node_modules/(next|react)/" },
      "verbs run in workers too",
    ),
    room(
      "auth",
      "^server/auth/",
      [
        "^server/auth/",
        "^server/(audit|crypto|mail)/",
        "^server/(db|read-rows|errors|context|logger|env)\\.ts$",
        "^generated/prisma/",
        "^lib/",
      ],
      "auth mints the scope that verbs take; it calls none of them but the audit",
    ),
    room(
      "http",
      "^server/http/",
      [
        "^server/http/",
        "^server/(auth|health|metrics|telemetry)/",
        "^server/(db|database-unavailable|read-rows|errors|context|logger|env)\\.ts$",
        "^server/providers/(errors|describe-failure)\\.ts$",
        "^lib/",
      ],
      "the edge: parse, authenticate, map errors to statuses",
    ),
    room(
      "jobs",
      "^server/jobs/",
      [
        "^server/jobs/",
        "^server/(health|metrics|telemetry)/",
        VERBS,
        "^server/auth/company-id\\.ts$",
        "^server/(db|errors|context|logger|env)\\.ts$",
        "^generated/prisma/",
        "^lib/",
      ],
      "handlers call verbs",
    ),
    room(
      "crypto",
      "^server/crypto/",
      ["^server/crypto/", "^server/(db|env)\\.ts$"],
      "ciphers and tokens, and the keys, which are kept in the database",
    ),
    room(
      "sandbox",
      "^sandbox/",
      ["^sandbox/", "^lib/"],
      "the stand-ins share no code with what they test",
    ),
    room(
      "bench",
      "^bench/matching/",
      ["^bench/matching/", "^lib/", "^server/matching/", "^scripts/match/"],
      "measures the engine through its contract",
    ),
    forbid(
      "product-without-sandbox",
      { path: "^(app|components|lib|server|instrumentation)(/|\\.)" },
      { path: "^(sandbox|tests|scripts|bench)/" },
      "what ships does not import stand-ins, tests, commands or benchmarks",
    ),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^generated/"] },
    exclude: { path: "^(\\.next|node_modules)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".cjs", ".d.mts", ".json"],
    },
  },
};
