import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dump } from "@/bench/matching/dump";
import { generate } from "@/bench/matching/generate";
import type { Shape } from "@/bench/matching/model";
import { loadDeposits, loadPayments } from "@/scripts/match/load";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bench-dump-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each<Shape>(["shop", "statement"])(
  "%s: the engine's command line reads what was dumped",
  async (shape) => {
    const dataset = generate({ shape, lines: 300, seed: 9 });
    await dump(dataset, folder);
    expect(await loadDeposits(join(folder, "deposits.json"), "USD")).toEqual(dataset.deposits);
    expect(await loadPayments(join(folder, "payments.json"), "USD")).toEqual(dataset.payments);
    const truth: unknown = JSON.parse(await readFile(join(folder, "truth.json"), "utf8"));
    expect(truth).toEqual(dataset.truth.groups);
  },
);
