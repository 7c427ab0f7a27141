import { Prisma } from "@/generated/prisma/client";
import { singleton } from "./singleton";

/** The ORM's codes: unreachable, timed out, closed by the server, no free connection. */
const ORM_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"]);

/** The same conditions as the ORM's driver names them inside an error with another code. */
const DRIVER_KINDS = new Set([
  "ConnectionClosed",
  "DatabaseNotReachable",
  "SocketTimeout",
  "TooManyConnections",
]);

const SOCKET_CODES = new Set(["EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** PostgreSQL's connection exceptions (08), too many connections, shutting down, starting up. */
const SQL_STATES = /^(?:08\w{3}|53300|57P0[1-3])$/;

/** Messages of the two pools, which have no code, when no connection was free in time. */
const OUT_OF_CONNECTIONS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Transaction API error: Unable to start a transaction)/;

/** True when the database is unavailable or overloaded, so a later attempt may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (!(error instanceof Error)) return false;
  if (OUT_OF_CONNECTIONS.test(error.message)) return true;
  return [error as Coded, driverError(error)].some(({ code, kind }) => {
    const name = String(code);
    return (
      ORM_CODES.has(name) ||
      SOCKET_CODES.has(name) ||
      SQL_STATES.test(name) ||
      DRIVER_KINDS.has(String(kind))
    );
  });
}

interface Coded {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
}

/** The driver's error inside an ORM error. */
function driverError(error: Error): Coded {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {};
  const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: Coded } };
  return driverAdapterError?.cause ?? {};
}

/** PostgreSQL's code for a full disk, and those of our own files. */
const DISK_FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** True when a write failed because a disk is full: the database's or ours. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (DISK_FULL.has(String(codeOf(each)))) return true;
  }
  return false;
}

function codeOf(error: Error): unknown {
  return driverError(error).originalCode ?? (error as Coded).code;
}

/** Long enough that checks, which come every few seconds, can't miss it. */
const REMEMBERED_MS = 60_000;

const seen = singleton("disk full", (): { at?: number } => ({}));

/** Remembers that a write failed for want of space: a read wouldn't show it. */
export function noteDiskFull(): void {
  seen.at = performance.now();
}

/** Whether a write of this process failed for want of space within the last minute. */
export function wasDiskFull(): boolean {
  return seen.at !== undefined && performance.now() - seen.at < REMEMBERED_MS;
}
