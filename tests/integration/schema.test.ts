import { expect, test } from "vitest";
import { schemaDiff } from "@/prisma/diff";
import { migrate } from "@/prisma/migrate";

const url = process.env.DATABASE_URL ?? "";

test("the migrations lead to prisma/schema.prisma, to the letter", async () => {
  expect(await schemaDiff(url)).toBe("");
});

test("migrating again applies nothing", async () => {
  expect(await migrate(url)).toEqual([]);
});
