import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "@/prisma/migrate";
import { ensureWorlds } from "@/tools/checks/worlds";
import { ensureDependencies } from "@/tools/ensure-dependencies.mjs";
import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import { supervise } from "@/tools/process/supervise";
import { bundleEngineThread } from "@/tools/product/build-engine-thread";
import { onServer, withDatabase, withLogin } from "./postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** The server on which databases are created and dropped. */
    serverUrl: string;
    /** Name of the migrated template database that each test file's database is copied from. */
    templateDatabase: string;
    /** The user that the product signs in as; its password is its name. */
    productLogin: string;
    /** The program of the engine's threads, as one file. */
    engineProgram: string;
  }
}

const log = (line: string) => console.error(line);

/**
 * Runs once for all integration tests: a throw-away PostgreSQL (or the server that TEST_DATABASE_URL names,
 * whose role may create databases and roles) with one migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureDependencies({ log });
  if (project.name !== "worlds") {
    await supervise((scope) => ensureWorlds(scope, log).then(() => 0));
  }
  const server = await openServer();
  const templateDatabase = `deposit_matcher_template_${process.pid}`;
  const productLogin = `deposit_matcher_test_${randomBytes(6).toString("hex")}`;
  try {
    await onServer(server.url, `CREATE DATABASE ${templateDatabase}`);
    const url = withDatabase(server.url, templateDatabase);
    await migrate(url, { productUrl: withLogin(url, productLogin) });
    // Tests without a worker run the jobs themselves.
    await onServer(url, "UPDATE installation SET worker_seen_at = now() + interval '1 day'");
  } catch (error) {
    await server.close();
    throw error;
  }
  const programs = await mkdtemp(join(tmpdir(), "deposit-matcher-programs-"));
  const engineProgram = join(programs, "engine-thread.mjs");
  await bundleEngineThread(engineProgram);
  project.onTestsRerun(() => bundleEngineThread(engineProgram));
  project.provide("engineProgram", engineProgram);
  project.provide("serverUrl", server.url);
  project.provide("templateDatabase", templateDatabase);
  project.provide("productLogin", productLogin);
  return async () => {
    await onServer(server.url, `DROP DATABASE ${templateDatabase} WITH (FORCE)`);
    await onServer(server.url, `DROP ROLE ${productLogin}`);
    await server.close();
    await rm(programs, { recursive: true, force: true });
  };
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL?.trim();
  if (given) return { url: given, close: async () => undefined };
  const server = await startThrowawayPostgres(log);
  return { url: server.url("postgres"), close: server.release };
}
