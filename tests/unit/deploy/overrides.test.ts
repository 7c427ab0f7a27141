import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { variableNames } from "@/server/platform/env";
import { version } from "../../../package.json";

interface Service {
  image?: string;
  build?: unknown;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  logging?: { options: Record<string, string> };
  mem_limit?: string;
  ports?: string[];
  profiles?: string[];
  secrets?: string[];
  volumes?: string[];
}
interface Compose {
  services: Record<string, Service>;
  secrets?: Record<string, { file?: string }>;
}

const read = (file: string) => readFileSync(file, "utf8");
const parsed = (file: string): Compose => parse(read(file), { merge: true });
const base = parsed("docker-compose.yml");

/** As Compose merges: maps by key, lists by appending. */
function merged(name: string): Compose {
  const override = parsed(`deploy/${name}.yml`);
  const services = { ...base.services };
  for (const [each, added] of Object.entries(override.services)) {
    const { environment = {}, ports = [], ...rest } = services[each] ?? {};
    services[each] = {
      ...{ ...rest, ...added },
      environment: { ...environment, ...added.environment },
      ports: [...ports, ...(added.ports ?? [])],
    };
  }
  return { ...override, services };
}

/** A shell expands these forms as Compose does. */
function expanded(template: string, env: Record<string, string>): string {
  const { stdout } = spawnSync("sh", ["-c", `printf %s "${template}"`], {
    env: { NODE_ENV: "test", ...env },
    encoding: "utf8",
  });
  return stdout;
}

describe("docker-compose.yml", () => {
  it("has images of this version, which an upgrade therefore builds or pulls", () => {
    const images = Object.values(base.services).flatMap(({ build, image }) =>
      build ? [expanded(image ?? "", {})] : [],
    );
    expect(new Set(images)).toEqual(
      new Set([`deposit-matcher-web:${version}`, `deposit-matcher-worker:${version}`]),
    );
    const { image = "" } = base.services.web ?? {};
    const own = { IMAGE_PREFIX: "registry.example.com/we/", VERSION: "2.0.0" };
    expect(expanded(image, own)).toBe("registry.example.com/we/deposit-matcher-web:2.0.0");
  });

  it.each([
    [{}, "https://localhost"],
    [{ DOMAIN: "books.example.com" }, "https://books.example.com"],
    [{ DOMAIN: "books.example.com", HTTPS_PORT: "8443" }, "https://books.example.com:8443"],
    [{ APP_URL: "https://a.example", HTTPS_PORT: "8443" }, "https://a.example"],
  ])("%j has the address %s", (env, address) => {
    expect(expanded(base.services.web?.environment?.APP_URL ?? "", env)).toBe(address);
  });

  it("bounds the memory and the log of every container", () => {
    for (const [name, { mem_limit, logging }] of Object.entries(base.services)) {
      expect(mem_limit, name).toBeDefined();
      expect(logging?.options, name).toMatchObject({ "max-size": "10m", "max-file": "5" });
    }
  });

  it("asks a worker whether it is ready, at the port where it answers", () => {
    const { environment = {}, healthcheck } = base.services.worker ?? {};
    expect(expanded(environment.METRICS_PORT ?? "", {})).toBe("9464");
    expect(healthcheck?.test.at(-1)).toContain("$${process.env.METRICS_PORT}/api/health/ready");
  });
});

describe.each(["own-proxy", "traefik"])("deploy/%s.yml", (name) => {
  const { services } = merged(name);

  it("doesn't start Caddy, and opens no port to other machines", () => {
    expect(services.proxy?.profiles).toEqual(["caddy"]);
    for (const [each, { ports = [], profiles }] of Object.entries(services)) {
      if (!profiles) {
        expect(
          ports.filter((port) => !port.startsWith("127.0.0.1:")),
          each,
        ).toEqual([]);
      }
    }
  });
});

describe("deploy/secrets.yml", () => {
  const { services, secrets = {} } = merged("secrets");
  const inFiles = ["APP_SECRET", "DATABASE_URL", "MIGRATE_DATABASE_URL", "POSTGRES_PASSWORD"];

  it("leaves no container a secret in its environment for which there is a file", () => {
    for (const [name, { environment = {} }] of Object.entries(services)) {
      const given = inFiles.filter((each) => each in environment);
      expect(
        given.filter((each) => environment[each] !== "" || !environment[`${each}_FILE`]),
        name,
      ).toEqual([]);
      expect(JSON.stringify(environment), name).not.toMatch(/\$\{\w*PASSWORD/);
    }
  });

  it("gives each container the files that it reads, and no other", () => {
    for (const [name, { environment = {}, secrets: mounted = [] }] of Object.entries(services)) {
      const paths = Object.entries(environment).filter(([each]) => each.endsWith("_FILE"));
      expect(paths.map(([, path]) => path.replace("/run/secrets/", "")).sort(), name).toEqual(
        [...mounted].sort(),
      );
      const settings = [...variableNames, "POSTGRES_PASSWORD"];
      expect(
        paths.filter(([each]) => !settings.includes(each.replace(/_FILE$/, ""))),
        name,
      ).toEqual([]);
      for (const each of mounted) expect(secrets[each]?.file, name).toBe(`./secrets/${each}`);
    }
  });

  it("keeps the files out of the repository and the images", () => {
    expect(read(".gitignore").split("\n")).toContain("/secrets/");
    expect(read(".dockerignore").split("\n")).toContain("secrets");
  });
});

describe("deploy/monitoring.yml", () => {
  it("is reachable from this machine only, and mounts files that there are", () => {
    const { prometheus } = merged("monitoring").services;
    expect(prometheus?.ports).toEqual(["127.0.0.1:9090:9090"]);
    const mounts = prometheus?.volumes?.filter((each) => each.startsWith("./")) ?? [];
    expect(mounts).toHaveLength(2);
    for (const mount of mounts) expect(read(mount.split(":")[0] ?? "")).not.toBe("");
  });

  it("asks every container at the port where it answers", () => {
    const { scrape_configs } = parse(read("deploy/prometheus.yml"));
    const targets = scrape_configs.flatMap(
      (each: { dns_sd_configs: { names: string[]; port: number }[] }) =>
        each.dns_sd_configs.map(({ names, port }) => `${names}:${port}`),
    );
    expect(targets).toEqual(["web:3000", "worker:9464"]);
    for (const target of targets) expect(base.services).toHaveProperty(target.split(":")[0]);
  });
});
