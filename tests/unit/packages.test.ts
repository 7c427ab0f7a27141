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
