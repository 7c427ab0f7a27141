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
      path: "^(app|components|lib|server|matching|emulators|tools|prisma|generated|tests|bench|instrumentation|start-server)(/|\\.)",
      pathNot: to,
    },
  };
}

function forbid(name, from, to, why) {
  return { name, comment: why, severity: "error", from, to };
}

/**
 * The rooms of `server/`, top to bottom: a room imports only rooms of lower rows, so neighbours in a
 * row do not know each other. docs/architecture.md says what each is for.
 */
const SERVER_LAYERS = [
  ["worker", "http"],
  ["accounts"],
  ["overview"],
  ["sync"],
  ["line-decisions"],
  ["posting"],
  ["matches"],
  ["deposits"],
  ["connections"],
  ["webhooks"],
  ["notifications"],
  ["work"],
  ["mail"],
  ["providers"],
  ["setup"],
  ["platform"],
];

/** The engine's stages, top to bottom, beside the files that run them. */
const ENGINE_STAGES = [
  "continuation",
  "decision",
  "grouping",
  "assignment",
  "inference",
  "blocking",
  "compare",
  "records",
  "text",
  "collections",
];

/** The rooms of `tools/`, top to bottom, beside `run.mjs`, which starts the commands. */
const TOOLS_LAYERS = [
  ["commands"],
  ["checks", "demo", "backup", "image"],
  ["product", "worlds"],
  ["postgres"],
  ["process"],
];

/** Features of the product, each a room of `components/`. */
const FEATURES = [
  "api-docs",
  "auth",
  "companies",
  "dashboard",
  "deposits",
  "failures",
  "integrations",
  "landing",
  "unmatched-payments",
  "manual-match",
  "notifications",
  "operator",
  "review",
  "activity",
  "settings",
  "suggestions",
];

/**
 * What features are made of, top to bottom: `questions`, `deposit-parts`, `live` and `session` are about the product. Above
 * the features are the shell, which frames every page, and the inbox, in which what waits in several features is answered;
 * both join features, as `app` does.
 */
const SHARED_PARTS = [
  ["questions"],
  ["deposit-parts", "live"],
  ["session"],
  ["data-table", "feedback"],
  ["ui"],
];

/** Files in `rooms` of `root` import their own room, the `lower` ones, and what `open` matches. */
function layer(name, root, rooms, lower, open = []) {
  return {
    name,
    comment: "imports point downward: see the lists of layers in .dependency-cruiser.cjs",
    severity: "error",
    from: { path: `^${root}/(${rooms.join("|")})/` },
    to: {
      path: `^${root}/[^/]+/`,
      pathNot: [`^${root}/(${["$1", ...lower].join("|")})/`, ...open],
    },
  };
}

/** One rule per row of `layers`: whatever lies under `root` is imported downward only. */
function downward(root, layers, prefix) {
  return layers.map((row, index) =>
    layer(`${prefix}-${row.join("-")}`, root, row, layers.slice(index + 1).flat()),
  );
}

/** What of each room of `server/` others may import: a list that only shrinks (tests/unit/structure.test.ts). */
const DOORS = require("./server/doors.json");

/** From outside a room only through its doors. */
function doors(room) {
  return forbid(
    `doors-${room}`,
    {
      path: "^(app|components|lib|server|instrumentation|proxy|start-server)",
      pathNot: `^server/${room}/`,
    },
    { path: `^server/${room}/`, pathNot: `^server/${room}/(${DOORS[room].join("|")})\\.ts$` },
    "a room is entered by its doors, which server/doors.json lists",
  );
}

const ROOMS = SERVER_LAYERS.flat().join("|");
const VERBS =
  "^server/(accounts|overview|sync|line-decisions|posting|matches|deposits|connections|webhooks|notifications|work|setup)/";

module.exports = {
  forbidden: [
    forbid(
      "no-circular",
      {},
      { circular: true, viaOnly: { pathNot: "^generated/" } },
      "a circle has no bottom",
    ),
    {
      ...forbid(
        "no-folder-cycle",
        { path: "^(app|components|lib|server|matching|emulators|tools|bench|tests)(/|$)" },
        { circular: true },
        "two rooms that need each other are one room",
      ),
      scope: "folder",
    },
    forbid(
      "no-unresolvable",
      { pathNot: "^generated/" },
      { couldNotResolve: true, pathNot: "\\.css$" },
      "an import that leads nowhere",
    ),
    ...downward("server", SERVER_LAYERS, "layer"),
    ...SERVER_LAYERS.flat().map(doors),
    ...downward(
      "matching/engine",
      ENGINE_STAGES.map((stage) => [stage]),
      "stage",
    ),
    ...downward("tools", TOOLS_LAYERS, "tools"),
    forbid(
      "stages-below-pipeline",
      { path: "^matching/engine/[^/]+/" },
      { path: "^matching/engine/(match|pipeline|continue-match)\\.ts$" },
      "the pipeline runs the stages; no stage knows it",
    ),
    forbid(
      "server-room",
      { path: "^server/", pathNot: `^server/(${ROOMS})/` },
      {},
      "every file of the server lives in a room of SERVER_LAYERS",
    ),
    room(
      "app",
      "^app/",
      ["^app/", "^components/", "^lib/", "^server/http/", VERBS],
      "routing composes and calls; it knows neither database nor providers nor the engine",
    ),
    room(
      "components",
      "^components/",
      ["^components/", "^lib/"],
      "screens talk to the server through lib/api",
    ),
    layer("components-shell", "components", ["shell"], [...FEATURES, ...SHARED_PARTS.flat()]),
    layer("components-inbox", "components", ["inbox"], [...FEATURES, ...SHARED_PARTS.flat()]),
    layer("components-features", "components", FEATURES, SHARED_PARTS.flat(), [
      `^components/(${FEATURES.join("|")})/queries\\.ts$`,
    ]),
    ...downward("components", SHARED_PARTS, "components"),
    forbid(
      "component-room",
      {
        path: "^components/",
        pathNot: `^components/(${["shell", "inbox", ...FEATURES, ...SHARED_PARTS.flat()].join("|")})/`,
      },
      {},
      "every file of components lives in the shell, a feature, or a shared part",
    ),
    room(
      "product-free",
      "^components/(data-table|ui)/",
      ["^components/", "^lib/(cn|dates|fetch-code|format|format-date|parse-date)\\.ts$"],
      "building blocks know no contract and no feature",
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
      { path: "^(app|components|lib)/", pathNot: "^components/ui/toaster\\.tsx$" },
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
        path: "^lib/(contracts/|zod\\.ts$)|node_modules/(zod|@hookform/resolvers)/",
        dependencyTypesNot: ["type-only"],
        dynamic: false,
      },
      "no page's first load brings schemas: types, lib/constants, or import()",
    ),
    forbid(
      "constants-without-schemas",
      { path: "^lib/constants/" },
      { pathNot: "^lib/constants/" },
      "pages load them at once",
    ),
    forbid(
      "lib-is-pure",
      { path: "^lib/" },
      { dependencyTypes: ["core"] },
      "lib also runs in the browser",
    ),
    room(
      "matching",
      "^matching/",
      [
        ...["^matching/", "^lib/(money|dates|fee-schedules)\\.ts$"],
        // The command reads tables and Stripe's lines as the product does; the benchmark adds payouts up by its one sum.
        "^lib/(tables|payout-files)/",
        ...[
          "^lib/(stripe-line-kind|shop-numbers|payout-difference|settlement|constants/deposits)\\.ts$",
        ],
      ],
      "a house of its own: of the product it knows money, dates and fee schedules",
    ),
    room(
      "engine",
      "^matching/engine/",
      ["^matching/engine/", "^lib/(money|dates|fee-schedules)\\.ts$"],
      "the engine knows neither its command nor its benchmark",
    ),
    forbid(
      "matching-by-its-engine",
      { path: "^(app|components|lib|server)/" },
      { path: "^matching/(?!engine/)" },
      "the product calls the engine, not what is around it",
    ),
    forbid(
      "engine-is-pure",
      { path: "^matching/engine/" },
      { dependencyTypes: ["core", "npm", "npm-dev"] },
      "no clock, no randomness, no files, no packages",
    ),
    room(
      "provider-registry",
      "^server/providers/registry\\.ts$",
      ["^server/providers/", "^server/platform/(errors|logger|env|installation)\\.ts$", "^lib/"],
      "the registry alone hands providers what all processes share",
    ),
    room(
      "telemetry",
      "^server/platform/telemetry/",
      ["^server/platform/telemetry/", "^server/platform/(logger|log-redaction|singleton)\\.ts$"],
      "spans know what log lines know",
    ),
    forbid(
      "traces-on-demand",
      {
        path: "^(app|lib|server|instrumentation|start-server)",
        pathNot: "^server/platform/telemetry/start\\.ts$",
      },
      { path: "node_modules/@opentelemetry/", dependencyTypesNot: ["type-only"] },
      "where no traces are sent, what sends them is not loaded",
    ),
    room(
      "providers",
      "^server/providers/(?!(registry|observe-call|call-slots|xero-calls|read-meter)\\.ts$)",
      [
        "^server/providers/",
        "^server/platform/(errors|logger|env|clock)\\.ts$",
        "^lib/",
        "^matching/engine/customer-profile\\.ts$",
      ],
      "a provider knows its API, not our database or our verbs",
    ),
    forbid(
      "providers-keep-apart",
      { path: "^server/providers/([^/]+)/" },
      { path: "^server/providers/([^/]+)/", pathNot: "^server/providers/$1/" },
      "a new provider is one new folder; none knows another",
    ),
    forbid(
      "verbs-know-no-framework",
      { path: VERBS },
      { path: "node_modules/(next|react)/" },
      "verbs run in workers too",
    ),
    room(
      "http",
      "^server/http/",
      [
        "^server/http/",
        "^server/accounts/",
        "^server/setup/",
        "^server/platform/",
        "^server/providers/(errors|describe-failure|describe-with-words)\\.ts$",
        "^lib/",
      ],
      "the edge: parse, authenticate, map errors to statuses",
    ),
    room(
      "emulators",
      "^emulators/(?!tests/)",
      ["^emulators/", "^lib/(money|dates)\\.ts$"],
      "a house of its own: the emulators share no code with what they test",
    ),
    room(
      "tools",
      "^tools/",
      [
        ...["^tools/", "^lib/", "^prisma/", "^emulators/", "^server/connections/credentials\\.ts$"],
        "^server/platform/(env|crypto/(cipher|stored-secrets|tokens))\\.ts$",
        // What a command understands, before it starts anything.
        "^server/(accounts/admin/parse-command|worker/key-rotation/arguments)\\.ts$",
      ],
      "commands run the product from outside, through its processes and its API",
    ),
    room(
      "benchmarks",
      "^bench/",
      [
        "^(bench|matching|generated|lib|prisma|emulators|server|tools)/",
        "^app/api/",
        "^tests/support/",
      ],
      "benchmarks share tests/support with the tests, and nothing else of them",
    ),
    room(
      "tests-support",
      "^tests/support/",
      [
        "^(app|generated|lib|matching|prisma|emulators|server|tools)/",
        "^tests/support/",
        "^instrumentation\\.ts$",
      ],
      "what tests and benchmarks share knows neither",
    ),
    forbid(
      "product-without-emulators",
      { path: "^(app|components|lib|server|instrumentation|start-server)(/|\\.)" },
      { path: "^(emulators|tests|tools|bench)/" },
      "what ships does not import emulators, tests, commands or benchmarks",
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
