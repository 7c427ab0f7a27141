import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { variableNames } from "@/server/platform/env";

interface Service {
  image: string;
  build?: unknown;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  healthcheck?: unknown;
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  restart?: string;
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  "x-product": unknown;
  "x-logging": unknown;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, "utf8");
// `<<` is YAML 1.1's merge, which the compose specification keeps.
const compose: Compose = parse(read("docker-compose.yml"), {
  merge: true,
});
const services = Object.entries(compose.services);
const own = services.filter(([, service]) => service.build);

const docker = (...args: string[]) => {
  const env = { ...process.env, APP_SECRET: "x", POSTGRES_PASSWORD: "x", PRODUCT_DB_PASSWORD: "x" };
  return spawnSync("docker", ["compose", ...args], { cwd: root, env, encoding: "utf8" });
};

it.runIf(docker("version").status === 0)("is accepted by Docker Compose", () => {
  const { status, stderr } = docker("--profile", "*", "config", "--quiet");
  expect([status, stderr]).toEqual([0, ""]);
});

/** Keys of the compose specification that our file uses; any other is a misspelling. */
const KEYS = [
  ...["build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image"],
  ...["logging", "mem_limit", "ports", "profiles", "read_only", "restart", "security_opt"],
  ...["shm_size", "stop_grace_period", "tmpfs", "volumes"],
];

it("has only keys of the compose specification, and existing services", () => {
  const { "x-product": _, "x-logging": _too, ...rest } = compose;
  expect(Object.keys(rest).sort()).toEqual(["services", "volumes"]);
  for (const [name, service] of services) {
    expect(KEYS, name).toEqual(expect.arrayContaining(Object.keys(service)));
    for (const other of Object.keys(service.depends_on ?? {})) {
      expect(compose.services, name).toHaveProperty(other);
    }
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      if (!source.startsWith(".")) expect(compose.volumes, name).toHaveProperty(source);
    }
  }
});

it("waits only for health that the other service reports", () => {
  for (const [name, { depends_on = {} }] of services) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const { healthcheck, build, restart } = compose.services[other] ?? {};
      if (condition === "service_healthy") expect(healthcheck ?? build, name).toBeDefined();
      else expect([condition, restart], name).toEqual(["service_completed_successfully", "no"]);
    }
  }
});

/** Set by our own commands, or by the image. */
const OUR_OWN = [
  ...["BUILD_COMMIT", "CLOCK_RATE", "DEPOSIT_MATCHER_EMBEDDED", "DEPOSIT_MATCHER_RESTORES"],
  "ENGINE_PROGRAM",
];

/** The only setting that not every container gets. */
const OWNER = "MIGRATE_DATABASE_URL";
const FOR_OWNER = ["migrate", "backup"];

const withoutVariables = (value: string) => value.replaceAll(/\$\{[^}]*\}/g, "x");

it("passes every setting to every container of ours", () => {
  // Set by the image, or only by our own commands.
  const inside = new Set(["DATA_DIR", "PORT", ...OUR_OWN]);
  const wanted = variableNames.filter((name) => !inside.has(name)).sort();
  expect(own.map(([name]) => name)).toEqual(["migrate", "web", "worker", "backup"]);
  for (const [name, { environment = {} }] of own) {
    const expected = FOR_OWNER.includes(name) ? wanted : wanted.filter((each) => each !== OWNER);
    expect(Object.keys(environment).sort(), name).toEqual(expected);
  }
});

it("gives the password of the tables' owner to migrations and backups alone", () => {
  const { postgres, ...others } = compose.services;
  const owner = postgres?.environment?.POSTGRES_USER;
  for (const [name, { environment = {} }] of Object.entries(others)) {
    const knows = JSON.stringify(environment).includes("POSTGRES_PASSWORD");
    expect(knows, name).toBe(FOR_OWNER.includes(name));
    if (!environment.DATABASE_URL) continue;
    expect(new URL(withoutVariables(environment.DATABASE_URL)).username, name).not.toBe(owner);
  }
  for (const name of FOR_OWNER) {
    const given = compose.services[name]?.environment?.[OWNER] ?? "";
    expect(new URL(withoutVariables(given)).username, name).toBe(owner);
  }
});

it("has no default for a password or secret", () => {
  const variables = [...read("docker-compose.yml").matchAll(/\$\{(\w+)(:?[?-][^}]*)\}/g)];
  const secrets = variables.filter(([, name = ""]) => /PASSWORD|SECRET|TOKEN|KEY/.test(name));
  expect(secrets.length).toBeGreaterThan(5);
  for (const [text, , rest = ""] of secrets) expect(rest, text).toMatch(/^:\?|^:-$/);
});

it("names every setting in .env.example", () => {
  const example = read(".env.example");
  const missing = variableNames.filter(
    (name) => !OUR_OWN.includes(name) && !new RegExp(`^#? ?${name}=`, "m").test(example),
  );
  expect(missing).toEqual([]);
});

it("publishes the proxy alone, and a mail catcher on this machine", () => {
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  expect(published).toEqual([
    ["proxy", expect.stringMatching(/:80$/)],
    ["proxy", expect.stringMatching(/:443$/)],
    ["mail", "127.0.0.1:8025:8025"],
  ]);
});

it("redirects pages to https, and refuses what programs ask for by http", () => {
  const [, byHttp = ""] =
    /^http:\/\/[^\n]* \{\n([\s\S]*?)^\}/m.exec(read("deploy/Caddyfile")) ?? [];
  expect(byHttp.replaceAll(/\s+/g, " ").trim()).toBe(
    '@programs path /api/* /metrics handle @programs { respond "Use https." 403 } handle { redir https://{host}{$HTTPS_SUFFIX}{uri} 308 }',
  );
});

it("gives our containers no more rights than they need", () => {
  for (const [name, service] of own) {
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  }
});

it("pins every image that is not built here", () => {
  for (const [name, { image, build }] of Object.entries(compose.services)) {
    if (!build) expect(image, name).toMatch(/:v?\d+[\w.-]*$/);
  }
});
