import { Prisma } from "@/generated/prisma/client";

/** Not reachable, no answer in time, closed by the server, no connection free: the ORM's codes. */
const ORM_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2037"]);
/** The same, as the ORM's driver names them inside an error with another code. */
const DRIVER_KINDS = new Set([
  "ConnectionClosed",
  "DatabaseNotReachable",
  "SocketTimeout",
  "TooManyConnections",
]);
const SOCKET_CODES = new Set(["EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** PostgreSQL's connection exceptions (08), too many connections, shutting down, starting up. */
const SQL_STATES = /^(?:08\w{3}|53300|57P0[1-3])$/;
/** What the two pools say, without a code of its own, when no connection was free in time. */
const OUT_OF_CONNECTIONS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Transaction API error: Unable to start a transaction)/;

/** True when the database could not be asked: it is away, or has more to do than it can. Later it may. */
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

/** What the ORM wraps. */
function driverError(error: Error): Coded {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {};
  const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: Coded } };
  return driverAdapterError?.cause ?? {};
}
