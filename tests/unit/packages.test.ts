import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The versions that fix published advisories, for packages that others pin lower. */
const FIXED_IN = { axios: "1.12.0", nodemailer: "9.0.0", underscore: "1.13.8", uuid: "11.1.1" };

test.each(Object.entries(FIXED_IN))("no copy of %s is older than %s", (name, fixed) => {
  const packages = Object.entries<{ version?: string }>(
    JSON.parse(readFileSync("package-lock.json", "utf8")).packages,
  );
  const copies = packages.filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(copies).not.toEqual([]);
  for (const [path, { version = "" }] of copies) {
    expect(version.localeCompare(fixed, "en", { numeric: true }), `${path} ${version}`).not.toBe(
      -1,
    );
  }
});

interface Locked {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  peer?: boolean;
}

test("npm lists every package that runs, with its version, from the lock file alone", () => {
  const command = ["ls", "--package-lock-only", "--omit", "dev", "--all", "--parseable", "--long"];
  const { stdout } = spawnSync("npm", command, { encoding: "utf8", maxBuffer: 1e8 });
  // path:name@version
  const listed = new Set(stdout.split("\n").map((line) => line.split(":")[1]));
  const lock: Record<string, Locked> = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  ).packages;
  const running = Object.entries(lock).flatMap(([path, { version, ...only }]) =>
    path === "" || only.dev || only.devOptional || only.optional || only.peer
      ? []
      : `${path.split("node_modules/").at(-1)}@${version}`,
  );
  expect(running.length).toBeGreaterThan(100);
  expect(running.filter((each) => !listed.has(each))).toEqual([]);
});
