import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { variableNames } from "@/server/env";

interface Service {
  image: string;
  build?: unknown;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  healthcheck?: unknown;
}

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
// `<<` is YAML 1.1's merge, which the compose specification keeps.
const compose: { services: Record<string, Service> } = parse(read("docker-compose.yml"), {
  merge: true,
});
const own = Object.entries(compose.services).filter(([, service]) => service.build);

// compose-spec.json is the schema of github.com/compose-spec/compose-spec (Apache License 2.0), all but its layout.
it("is what the compose specification takes", () => {
  const schema = JSON.parse(read("tests/unit/deploy/compose-spec.json"));
  // The schema's dialect has https in its name, which ajv knows by http.
  const { $schema: _dialect, ...rules } = schema;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(rules);
  validate(compose);
  expect(validate.errors).toBeNull();
});

it("passes every setting on to every container of ours", () => {
  // The image sets these itself, or only our own commands do.
  const inside = new Set(["DATA_DIR", "PORT", "DEPOSIT_MATCHER_EMBEDDED"]);
  const wanted = variableNames.filter((name) => !inside.has(name)).sort();
  expect(own.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
  for (const [name, { environment = {} }] of own) {
    expect(Object.keys(environment).sort(), name).toEqual(wanted);
  }
});

it("names every setting in .env.example", () => {
  const example = read(".env.example");
  const missing = variableNames.filter(
    (name) =>
      name !== "DEPOSIT_MATCHER_EMBEDDED" && !new RegExp(`^#? ?${name}=`, "m").test(example),
  );
  expect(missing).toEqual([]);
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
