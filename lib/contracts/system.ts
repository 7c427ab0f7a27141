import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const health = defineEndpoint({
  method: "GET",
  path: "/health/",
  summary: "Health check; 503 when the product can't serve requests",
  access: "public",
  role: "anyone",
  response: z.object({
    /** Whether requests are served. */
    status: z.enum(["ok", "unavailable"]),
  }),
});

export const healthLive = defineEndpoint({
  method: "GET",
  path: "/health/live/",
  summary: "Liveness check; doesn't need the database",
  access: "public",
  role: "anyone",
  response: z.object({
    /** The process runs. */
    status: z.literal("ok"),
  }),
});

/**
 * Whether a part of the installation works.
 * @schema Check
 */
const check = z.enum(["ok", "failed"]);

export const healthReady = defineEndpoint({
  method: "GET",
  path: "/health/ready/",
  summary: "Readiness check; 503 when this process shouldn't receive requests",
  access: "public",
  role: "anyone",
  response: z.object({
    /** Whether this process takes requests. */
    status: z.enum(["ok", "unavailable", "stopping"]),
    /** Only for the operator, who sends METRICS_TOKEN as bearer token. */
    checks: z
      .object({
        /** PostgreSQL answers. */
        database: check,
        /** The database has what this version expects. */
        migrations: check,
        /** Jobs are taken. */
        queue: check,
        /** A database connection is free for a request. */
        connections: check,
      })
      .optional(),
    /** Only for the operator: problems of the installation that don't make this process unready. */
    warnings: z.array(z.string()).optional(),
  }),
});

export type Readiness = z.infer<typeof healthReady.response>;
