import type { TestProject } from "vitest/node";
import { migrate } from "@/prisma/migrate";
import { ensureDependencies } from "@/tools/ensure-dependencies.mjs";
import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import { onServer, withDatabase } from "./postgres-server";

declare module "vitest" {
  interface ProvidedContext {
    /** The server on which databases are created and dropped. */
    serverUrl: string;
    /** Name of the migrated template database that each test file's database is copied from. */
    templateDatabase: string;
  }
}

const log = (line: string) => console.error(line);

/**
 * Runs once for all integration tests: a throw-away PostgreSQL (or the server that TEST_DATABASE_URL names,
 * whose role may create databases) with one migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureDependencies({ log });
  const server = await openServer();
  const templateDatabase = `deposit_matcher_template_${process.pid}`;
  try {
    await onServer(server.url, `CREATE DATABASE ${templateDatabase}`);
    await migrate(withDatabase(server.url, templateDatabase));
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide("serverUrl", server.url);
  project.provide("templateDatabase", templateDatabase);
  return async () => {
    await onServer(server.url, `DROP DATABASE ${templateDatabase} WITH (FORCE)`);
    await server.close();
  };
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL?.trim();
  if (given) return { url: given, close: async () => undefined };
  const server = await startThrowawayPostgres(log);
  return { url: server.url("postgres"), close: server.release };
}
