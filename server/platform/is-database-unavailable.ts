import { Prisma } from "@/generated/prisma/client";

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
  kind?: unknown;
}

/** The driver's error inside an ORM error. */
function driverError(error: Error): Coded {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {};
  const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: Coded } };
  return driverAdapterError?.cause ?? {};
}
