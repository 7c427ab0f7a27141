import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { expect, test } from "vitest";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { isDatabaseUnavailable } from "@/server/platform/is-database-unavailable";
import { freePort } from "@/tools/process/free-port";

const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: unknown) => error,
  );

test("a refused connection, as reported by the driver and by the ORM", async () => {
  const connectionString = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
  expect(isDatabaseUnavailable(await failure(new pg.Pool({ connectionString }).connect()))).toBe(
    true,
  );
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  expect(isDatabaseUnavailable(await failure(client.$queryRaw`SELECT 1`))).toBe(true);
  expect(isDatabaseUnavailable(await failure(client.user.count()))).toBe(true);
});

const known = (code: string, meta?: Record<string, unknown>) =>
  new Prisma.PrismaClientKnownRequestError("…", {
    code,
    clientVersion: "7",
    ...(meta && { meta }),
  });
const driver = (code: string) => known("P2039", { driverAdapterError: { cause: { code } } });

test.each([
  ["PostgreSQL is shutting down", driver("57P01"), true],
  ["PostgreSQL is starting up", Object.assign(new Error("…"), { code: "57P03" }), true],
  ["too many connections", driver("53300"), true],
  ["the connection was closed", known("P1017"), true],
  ["no connection was free", new Error("timeout exceeded when trying to connect"), true],
  ["a unique index", known("P2002"), false],
  ["a statement that took too long", driver("57014"), false],
  ["a transaction that took too long", known("P2028"), false],
  ["a fault of ours", new TypeError("Cannot read properties of undefined"), false],
])("%s", (_, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
