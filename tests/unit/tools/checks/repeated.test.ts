import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { repeatedAgain } from "@/tools/checks/repeated";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "repeated-"));
});

afterEach(() => rm(folder, { recursive: true }));

const run = (tests: string[], repeated: string[]) =>
  repeatedAgain({ tests, repeated }, join(folder, "state", "repeated.json"));

it("lets a test pass on its repetition once, not in two runs in a row", async () => {
  expect(await run(["a", "b"], ["a"])).toEqual([]);
  expect(await run(["a", "b"], ["a", "b"])).toEqual(["a"]);
});

it("forgets a test that passed at once", async () => {
  await run(["a"], ["a"]);
  await run(["a"], []);
  expect(await run(["a"], ["a"])).toEqual([]);
});

it("remembers a test through a run without it", async () => {
  await run(["a"], ["a"]);
  await run(["b"], []);
  expect(await run(["a"], ["a"])).toEqual(["a"]);
});
