import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

/** One forbidden import per rule: from a file, to a file or package. */
const VIOLATIONS: Record<string, [from: string, to: string]> = {
  "no-circular": ["lib/a.ts", "@/lib/b"],
  "no-unresolvable": ["lib/lost.ts", "@/lib/nowhere"],
  app: ["app/page.ts", "@/server/db"],
  components: ["components/card.ts", "@/server/matching/match"],
  lib: ["lib/format.ts", "@/components/card"],
  "lib-is-pure": ["lib/disk.ts", "node:fs"],
  "one-zod": ["lib/contracts/odd.ts", "zod"],
  "contracts-on-demand": ["components/form.ts", "@/lib/contracts/accounts"],
  "values-without-schemas": ["lib/contracts/values/heavy.ts", "@/lib/zod"],
  "toasts-on-demand": ["components/deposits/told.ts", "sonner"],
  engine: ["server/matching/match.ts", "@/server/db"],
  "engine-is-pure": ["server/matching/random.ts", "node:crypto"],
  "provider-registry": ["server/providers/registry.ts", "@/server/db"],
  "call-slots": ["server/call-slots.ts", "@/server/deposits/list"],
  health: ["server/health/readiness.ts", "@/server/deposits/list"],
  metrics: ["server/metrics/scrape.ts", "@/server/deposits/list"],
  telemetry: ["server/telemetry/start.ts", "@/server/db"],
  "traces-on-demand": ["server/posting/traced.ts", "@opentelemetry/api"],
  providers: ["server/providers/stripe/client.ts", "@/server/db"],
  "providers-keep-apart": ["server/providers/stripe/other.ts", "@/server/providers/quickbooks/api"],
  verbs: ["server/deposits/list.ts", "@/server/http/route"],
  "verbs-know-no-framework": ["server/deposits/page.ts", "next"],
  auth: ["server/auth/sessions.ts", "@/server/deposits/list"],
  http: ["server/http/route.ts", "@/server/deposits/list"],
  jobs: ["server/jobs/worker.ts", "@/server/http/route"],
  crypto: ["server/crypto/seal.ts", "@/server/audit/record"],
  sandbox: ["sandbox/start.ts", "@/server/db"],
  bench: ["bench/matching/run.ts", "@/server/db"],
  "product-without-sandbox": ["server/posting/fake.ts", "@/sandbox/start"],
};

const root = process.cwd();
let house: string;

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), "structure-"));
  const sources = new Map<string, string>();
  for (const [from, to] of Object.values(VIOLATIONS)) {
    sources.set(from, `import "${to}";\nexport {};\n`);
    const target = to.startsWith("@/") ? `${to.slice(2)}.ts` : undefined;
    if (target && target !== "lib/nowhere.ts" && !sources.has(target)) {
      sources.set(target, "export {};\n");
    }
  }
  sources.set("lib/b.ts", 'import "@/lib/a";\nexport {};\n');
  for (const [path, text] of sources) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  await cp(join(root, ".dependency-cruiser.cjs"), join(house, ".dependency-cruiser.cjs"));
  await cp(join(root, "tsconfig.json"), join(house, "tsconfig.json"));
  await symlink(join(root, "node_modules"), join(house, "node_modules"));
});

afterAll(() => rm(house, { recursive: true, force: true }));

test("every rule of who may import whom fires", async () => {
  const rules: { name: string }[] = createRequire(import.meta.url)(
    join(root, ".dependency-cruiser.cjs"),
  ).forbidden;
  expect(rules.map((rule) => rule.name).sort()).toEqual(Object.keys(VIOLATIONS).sort());

  const fired = await cruise();
  for (const [rule, [from]] of Object.entries(VIOLATIONS)) {
    expect(fired, `${rule} on ${from}`).toContainEqual({ rule, from });
  }
});

async function cruise(): Promise<{ rule: string; from: string }[]> {
  const cli = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const folders = ["app", "components", "lib", "server", "sandbox", "bench"];
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
