import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import doors from "@/server/doors.json";

/** One forbidden import per rule: from a file, to a file or package. */
const VIOLATIONS: Record<string, [from: string, to: string]> = {
  "layer-worker-http": ["server/worker/edge.ts", "@/server/http/route"],
  "layer-accounts": ["server/accounts/sessions.ts", "@/server/http/route"],
  "layer-overview": ["server/overview/figures.ts", "@/server/accounts/sessions"],
  "layer-sync": ["server/sync/start.ts", "@/server/overview/figures"],
  "layer-line-decisions": ["server/line-decisions/plan.ts", "@/server/sync/start"],
  "layer-posting": ["server/posting/undo.ts", "@/server/line-decisions/plan"],
  "layer-matches": ["server/matches/confirm.ts", "@/server/posting/undo"],
  "layer-deposits": ["server/deposits/list.ts", "@/server/matches/confirm"],
  "layer-connections": ["server/connections/find.ts", "@/server/deposits/list"],
  "layer-notifications": ["server/notifications/notify.ts", "@/server/connections/find"],
  "layer-webhooks": ["server/webhooks/send-webhook.ts", "@/server/connections/find"],
  "layer-work": ["server/work/request.ts", "@/server/notifications/notify"],
  "layer-mail": ["server/mail/send.ts", "@/server/work/request"],
  "layer-providers": ["server/providers/stripe/client.ts", "@/server/mail/send"],
  "layer-setup": ["server/setup/begin.ts", "@/server/mail/send"],
  "layer-platform": ["server/platform/db.ts", "@/server/mail/send"],
  ...Object.fromEntries(
    Object.keys(doors).map((room): [string, [from: string, to: string]] => [
      `doors-${room}`,
      ["app/peek.ts", `@/server/${room}/inside`],
    ]),
  ),
  "server-room": ["server/drawer.ts", "@/lib/money"],
  "stage-continuation": ["matching/engine/continuation/keys.ts", "@/matching/engine/drawer/odd"],
  "stage-decision": ["matching/engine/decision/policy.ts", "@/matching/engine/continuation/keys"],
  "stage-grouping": ["matching/engine/grouping/sets.ts", "@/matching/engine/decision/policy"],
  "stage-assignment": ["matching/engine/assignment/solve.ts", "@/matching/engine/grouping/sets"],
  "stage-inference": ["matching/engine/inference/train.ts", "@/matching/engine/assignment/solve"],
  "stage-blocking": ["matching/engine/blocking/block.ts", "@/matching/engine/inference/train"],
  "stage-compare": ["matching/engine/compare/score.ts", "@/matching/engine/blocking/block"],
  "stage-records": ["matching/engine/records/rows.ts", "@/matching/engine/compare/score"],
  "stage-text": ["matching/engine/text/names.ts", "@/matching/engine/records/rows"],
  "stage-collections": ["matching/engine/collections/append.ts", "@/matching/engine/text/names"],
  "stages-below-pipeline": ["matching/engine/text/pipe.ts", "@/matching/engine/pipeline"],
  "components-shell": ["components/shell/frame.ts", "@/components/drawer/odd"],
  "components-inbox": ["components/inbox/cause.ts", "@/components/shell/frame"],
  "components-features": ["components/deposits/page.ts", "@/components/suggestions/card"],
  "components-questions": ["components/questions/note.ts", "@/components/deposits/queries"],
  "components-deposit-parts-live": ["components/live/keys.ts", "@/components/deposits/queries"],
  "components-session": ["components/session/own.ts", "@/components/live/keys"],
  "components-data-table-feedback-help": [
    "components/feedback/notify.ts",
    "@/components/deposit-parts/refresh",
  ],
  "components-ui": ["components/ui/field.ts", "@/components/feedback/notify"],
  "component-room": ["components/drawer.ts", "@/lib/money"],
  "product-free": ["components/ui/sum.ts", "@/lib/constants/trend"],
  "tools-commands": ["tools/commands/run.ts", "@/tools/drawer/odd"],
  "tools-checks-demo-backup-image": ["tools/demo/start.ts", "@/tools/checks/verify"],
  "tools-product-worlds": ["tools/product/serve.ts", "@/tools/demo/start"],
  "tools-postgres": ["tools/postgres/open.ts", "@/tools/product/serve"],
  "tools-process": ["tools/process/child.ts", "@/tools/postgres/open"],
  "no-circular": ["lib/a.ts", "@/lib/b"],
  "no-folder-cycle": ["bench/there/start.ts", "@/bench/back/end"],
  "no-unresolvable": ["lib/lost.ts", "@/lib/nowhere"],
  app: ["app/page.ts", "@/server/platform/db"],
  components: ["components/card.ts", "@/matching/engine/match"],
  lib: ["lib/format.ts", "@/components/card"],
  "lib-is-pure": ["lib/disk.ts", "node:fs"],
  "one-zod": ["lib/contracts/odd.ts", "zod"],
  "contracts-on-demand": ["components/form.ts", "@/lib/contracts/accounts"],
  "constants-without-schemas": ["lib/constants/heavy.ts", "@/lib/zod"],
  "toasts-on-demand": ["components/deposits/notify.ts", "sonner"],
  matching: ["matching/command/stored.ts", "@/server/platform/db"],
  engine: ["matching/engine/match.ts", "@/matching/command/stored"],
  "matching-by-its-engine": ["server/matches/run.ts", "@/matching/bench/run"],
  "engine-is-pure": ["matching/engine/random.ts", "node:crypto"],
  "provider-registry": ["server/providers/registry.ts", "@/server/platform/db"],
  telemetry: ["server/platform/telemetry/start.ts", "@/server/platform/db"],
  "traces-on-demand": ["server/posting/traced.ts", "@opentelemetry/api"],
  providers: ["server/providers/stripe/stored.ts", "@/server/platform/db"],
  "providers-keep-apart": ["server/providers/stripe/other.ts", "@/server/providers/quickbooks/api"],
  "verbs-know-no-framework": ["server/deposits/page.ts", "next"],
  http: ["server/http/route.ts", "@/server/deposits/list"],
  emulators: ["emulators/start.ts", "@/server/platform/db"],
  tools: ["tools/backup/rows.ts", "@/server/platform/db"],
  benchmarks: ["bench/web/page.ts", "@/components/card"],
  "tests-support": ["tests/support/figures.ts", "@/bench/load/run"],
  "product-without-emulators": ["server/posting/fake.ts", "@/emulators/start"],
};

/** Folders of verbs. The engine, the providers and the platform are modules of several functions. */
const NAMED_BY_VERB = /^(?!providers\/|platform\/|http\/|worker\/).*\.ts$/;

/** Components and hooks. A feature's queries.ts is its entry: keys, queries and hooks together. */
const NAMED_BY_PART = /^(?!.*\/queries\.ts$).*\.tsx?$/;

const root = process.cwd();
let house: string;

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), "structure-"));
  const sources = new Map<string, string>();
  for (const [from, to] of Object.values(VIOLATIONS)) {
    const line = `import "${to}";\n`;
    sources.set(from, `${sources.get(from) ?? "export {};\n"}${line}`);
    const target = to.startsWith("@/") ? `${to.slice(2)}.ts` : undefined;
    if (target && target !== "lib/nowhere.ts" && !sources.has(target)) {
      sources.set(target, "export {};\n");
    }
  }
  sources.set("lib/b.ts", 'import "@/lib/a";\nexport {};\n');
  sources.set("bench/back/start.ts", 'import "@/bench/there/end";\nexport {};\n');
  sources.set("bench/there/end.ts", "export {};\n");
  for (const [path, text] of sources) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  await cp(join(root, ".dependency-cruiser.cjs"), join(house, ".dependency-cruiser.cjs"));
  await cp(join(root, "server/doors.json"), join(house, "server/doors.json"));
  await cp(join(root, "tsconfig.json"), join(house, "tsconfig.json"));
  await symlink(join(root, "node_modules"), join(house, "node_modules"));
});

afterAll(() => rm(house, { recursive: true, force: true }));

test("every import rule fires", async () => {
  const rules: { name: string }[] = createRequire(import.meta.url)(
    join(root, ".dependency-cruiser.cjs"),
  ).forbidden;
  expect(rules.map((rule) => rule.name).sort()).toEqual(Object.keys(VIOLATIONS).sort());

  const fired = await cruise();
  for (const [rule, [file]] of Object.entries(VIOLATIONS)) {
    const from = rule === "no-folder-cycle" ? dirname(file) : file;
    expect(fired, `${rule} on ${from}`).toContainEqual({ rule, from });
  }
});

async function cruise(): Promise<{ rule: string; from: string }[]> {
  const cli = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const folders = [
    "app",
    "components",
    "lib",
    "server",
    "matching",
    "tools",
    "emulators",
    "bench",
    "tests",
  ];
  const args = [cli, "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: house,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const report: {
    summary: { violations: { from: string; rule: { name: string; severity: string } }[] };
  } = JSON.parse(stdout);
  return report.summary.violations
    .filter(({ rule }) => rule.severity === "error")
    .map(({ rule, from }) => ({ rule: rule.name, from }));
}

/** The lists of doors may only get shorter: lower a number when a door goes. */
const DOORS_AT_MOST: Record<string, number> = { platform: 29 };
const OTHERS_AT_MOST = 25;

test("each door of a room is used from outside, and no room has too many", async () => {
  const entered = new Set<string>();
  for (const file of [
    ...(await productFiles()),
    "instrumentation.ts",
    "proxy.ts",
    "start-server.ts",
  ]) {
    const source = await readFile(join(root, file), "utf8");
    for (const [, room = "", path] of source.matchAll(/"@\/server\/([\w-]+)\/([\w/-]+)"/g)) {
      if (!file.startsWith(`server/${room}/`)) entered.add(`${room}/${path}`);
    }
  }
  for (const [room, listed] of Object.entries(doors)) {
    expect(
      listed.filter((door) => !entered.has(`${room}/${door}`)),
      room,
    ).toEqual([]);
    expect(listed.length, room).toBeLessThanOrEqual(DOORS_AT_MOST[room] ?? OTHERS_AT_MOST);
  }
});

async function productFiles(): Promise<string[]> {
  const folders = ["app", "components", "lib", "server"];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const paths = await readdir(join(root, folder), { recursive: true });
      return paths.filter((path) => /\.tsx?$/.test(path)).map((path) => join(folder, path));
    }),
  );
  return found.flat();
}

test("a file with one exported function carries the function's name", async () => {
  const verbs = (await readdir(join(root, "server"), { recursive: true }))
    .filter((path) => NAMED_BY_VERB.test(path))
    .map((path) => join("server", path));
  const parts = (await readdir(join(root, "components"), { recursive: true }))
    .filter((path) => NAMED_BY_PART.test(path))
    .map((path) => join("components", path));
  const misnamed: string[] = [];
  for (const file of [...verbs, ...parts].sort()) {
    const source = await readFile(join(root, file), "utf8");
    const functions = [...source.matchAll(/^export (?:default )?(?:async )?function\*? (\w+)/gm)];
    const name = functions.length === 1 ? functions[0]?.[1] : undefined;
    const constants = [...source.matchAll(/^export (?:const|interface|type) (\w+)/gm)].map(
      ([, constant]) => kebab(`${constant}`),
    );
    const given = basename(file, extname(file));
    if (constants.includes(given)) continue;
    if (!name || /^export class /m.test(source)) continue;
    if (kebab(name) !== given) misnamed.push(`${file} exports ${name}`);
  }
  expect(misnamed).toEqual([]);
});

function kebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
