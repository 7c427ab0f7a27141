import { expect, test } from "vitest";
import { withEnumsComplete } from "@/tools/backup/enum-values";

const sqlOf = (...sql: string[]) =>
  withEnumsComplete(sql.map((each, index) => ({ name: String(index), sql: each }))).map((each) =>
    each.sql.trim(),
  );

test("an enum is created with what later migrations add, where they add it", () => {
  expect(
    sqlOf(
      `CREATE TYPE "color" AS ENUM ('red', 'blue');\nCREATE TYPE "size" AS ENUM ('small');`,
      `ALTER TYPE "color" ADD VALUE 'green' BEFORE 'blue';\nALTER TYPE color ADD VALUE IF NOT EXISTS 'pink';`,
      `-- AlterEnum\nALTER TYPE "color" ADD VALUE 'teal' AFTER 'green';\nUPDATE paint SET color = 'teal';`,
    ),
  ).toEqual([
    `CREATE TYPE "color" AS ENUM ('red', 'green', 'teal', 'blue', 'pink');\nCREATE TYPE "size" AS ENUM ('small');`,
    "",
    "-- AlterEnum\n\nUPDATE paint SET color = 'teal';",
  ]);
});
