import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { passedParts, rememberPassed } from "@/tools/checks/passed-parts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "passed-"));
  file = join(folder, "state", "passed.json");
});

afterEach(() => rm(folder, { recursive: true }));

const part = (title: string, seconds = 1) => ({ title, seconds, tallies: [] });

it("knows the parts that passed on the same sources", async () => {
  expect(await passedParts("one", file)).toEqual([]);
  await rememberPassed(part("a"), "one", file);
  await rememberPassed(part("b"), "one", file);
  await rememberPassed(part("a", 2), "one", file);
  expect(await passedParts("one", file)).toEqual([part("b"), part("a", 2)]);
});

it("forgets what passed on other sources", async () => {
  await rememberPassed(part("a"), "one", file);
  expect(await passedParts("two", file)).toEqual([]);
  await rememberPassed(part("b"), "two", file);
  expect(await passedParts("two", file)).toEqual([part("b")]);
  expect(await passedParts("one", file)).toEqual([]);
});
