import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { variableNames } from "@/server/platform/env";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
/** The files of deploy/ that COMPOSE_FILE adds. */
const OVERRIDES = ["own-proxy", "traefik", "secrets", "monitoring"].map(
  (name) => `deploy/${name}.yml`,
);
const compose = parse(read("docker-compose.yml"), { merge: true });

const strings = { type: "array", items: { type: "string" }, minItems: 1 };
const duration = { type: "string", pattern: "^(\\d+h)?(\\d+m)?(\\d+s)?$", minLength: 2 };
/** YAML would read a bare `off` or number as something else than the text that the container gets. */
const environment = { type: "object", additionalProperties: { type: "string" } };
const named = { propertyNames: { pattern: "^[a-zA-Z0-9._-]+$" } };
const condition = {
  enum: ["service_started", "service_healthy", "service_completed_successfully"],
};
/** One object, with these keys and no other. */
const object = (properties: object, ...required: string[]) => ({
  ...{ type: "object", additionalProperties: false, properties, required },
});

const texts = { type: "object", additionalProperties: { type: "string" } };
const memory = { type: "string", pattern: "^(\\d+[mg]|\\$\\{\\w+:-\\d+[mg]\\})$" };

const service = object(
  {
    build: object({ context: { type: "string" }, target: { type: "string" } }, "context"),
    image: { type: "string", minLength: 1 },
    command: strings,
    environment,
    volumes: {
      ...strings,
      items: { type: "string", pattern: "^[^:]+:/[^:]*(:(ro|rw))?$" },
    },
    ports: {
      ...strings,
      items: {
        type: "string",
        pattern: "^(\\d+\\.\\d+\\.\\d+\\.\\d+:)?(\\d+|\\$\\{\\w+:-\\d+\\}):\\d+$",
      },
    },
    healthcheck: object(
      {
        test: { ...strings, contains: { enum: ["CMD", "CMD-SHELL"] } },
        interval: duration,
        timeout: duration,
        start_period: duration,
        retries: { type: "integer", minimum: 1 },
      },
      "test",
    ),
    depends_on: {
      ...{ type: "object", ...named },
      additionalProperties: object({ condition }, "condition"),
    },
    restart: { enum: ["no", "always", "on-failure", "unless-stopped"] },
    stop_grace_period: duration,
    read_only: { type: "boolean" },
    tmpfs: strings,
    cap_drop: strings,
    security_opt: strings,
    profiles: strings,
    mem_limit: memory,
    shm_size: memory,
    logging: object({ driver: { type: "string" }, options: texts }, "driver", "options"),
    labels: texts,
    networks: strings,
    secrets: strings,
  },
  "image",
);

/** What of the Compose specification our file uses, as JSON Schema; what it doesn't use is refused as a misspelling. */
const schema = object(
  {
    services: { type: "object", ...named, additionalProperties: service },
    volumes: { type: "object", ...named, additionalProperties: { type: "null" } },
    networks: {
      ...{ type: "object", ...named },
      additionalProperties: object({ name: { type: "string" }, external: { const: true } }, "name"),
    },
    secrets: {
      ...{ type: "object", ...named },
      additionalProperties: {
        oneOf: [
          object({ file: { type: "string", pattern: "^\\./" } }, "file"),
          object({ environment: { type: "string" } }, "environment"),
        ],
      },
    },
  },
  "services",
);
// Anchors' holders, whose content is seen where it is merged.
Object.assign(schema, { patternProperties: { "^x-": { type: "object" } } });

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const validate = ajv.compile(schema);
const problemsOf = (content: unknown) =>
  validate(content)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

const known = new Set<string>(Object.keys(compose.services));

it.each(OVERRIDES)("%s has the structure, and adds to services that there are", (file) => {
  const override = parse(read(file), { merge: true });
  for (const [name, added] of Object.entries<object>(override.services)) {
    // A service of the override's own brings its image; the others have theirs.
    if (known.has(name)) Object.assign(added, { image: "of docker-compose.yml" });
  }
  expect(problemsOf(override)).toEqual([]);
});

it("has the structure of the Compose specification", () => {
  expect(problemsOf(compose)).toEqual([]);
});

it.each([
  ["a misspelled key", { services: { web: { image: "a", enviroment: {} } } }],
  [
    "a switch instead of a text",
    { services: { web: { image: "a", environment: { WORKER: false } } } },
  ],
  ["a port without its container's", { services: { web: { image: "a", ports: ["443"] } } }],
  [
    "an unknown condition",
    { services: { web: { image: "a", depends_on: { db: { condition: "up" } } } } },
  ],
  ["a duration without a unit", { services: { web: { image: "a", stop_grace_period: "40" } } }],
  ["a restart that YAML reads as a switch", { services: { web: { image: "a", restart: false } } }],
  ["a service without an image", { services: { web: {} } }],
])("the schema refuses %s", (_, content) => {
  expect(problemsOf(content)).not.toEqual([]);
});

/** `${NAME}`, with a default or a refusal. */
const interpolated = ["docker-compose.yml", ...OVERRIDES].flatMap((file) =>
  [...read(file).matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name = ""]) => name),
);
const offered = [...read(".env.example").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(
  ([, name = ""]) => name,
);

it("takes from .env only what .env.example names", () => {
  expect(interpolated.length).toBeGreaterThan(20);
  expect(interpolated.filter((name) => !offered.includes(name))).toEqual([]);
});

/** Decided by the file or the image, or set only where there is no Compose. */
const NOT_FROM_ENV = [
  ...["DATABASE_URL", "MIGRATE_DATABASE_URL", "DATA_DIR", "WORKER"],
  // Inside the containers' network.
  "HOST",
  // A volume.
  "BACKUP_DIR",
  // Read by Compose itself.
  "COMPOSE_FILE",
];

it("uses everything of .env.example that isn't decided by the file itself", () => {
  const unused = offered.filter((name) => !interpolated.includes(name));
  expect(unused.sort()).toEqual([...NOT_FROM_ENV].sort());
});

it("names in .env.example only settings of the product and what Compose takes", () => {
  const settings = [...variableNames, ...interpolated, "HOST", "COMPOSE_FILE"];
  expect(offered.filter((name) => !settings.includes(name))).toEqual([]);
});

it("names each setting once", () => {
  expect(offered.filter((name, index) => offered.indexOf(name) !== index)).toEqual([]);
});
