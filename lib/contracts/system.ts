import { messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** The program's version, with the commit it was built from where that is known: 0.1.0+abbe4ce81234. */
const version = z.string();

/** 503 when it can't serve requests. */
export const health = defineEndpoint({
  method: "GET",
  path: "/health/",
  summary: "Check the health of the product",
  access: "public",
  role: "anyone",
  unavailableInBody: true,
  response: z.object({
    /** Whether requests are served. */
    status: z.enum(["ok", "unavailable"]),
    version,
  }),
});

/** Doesn't need the database. */
export const healthLive = defineEndpoint({
  method: "GET",
  path: "/health/live/",
  summary: "Check that the process is alive",
  access: "public",
  role: "anyone",
  response: z.object({
    /** The process runs. */
    status: z.literal("ok"),
  }),
});

/** It syncs, posts and mails from then on: switch the original off first. */
export const resumeInstallation = defineEndpoint({
  method: "POST",
  path: "/installation/resume/",
  summary: "End the pause of a restored copy",
  access: "session",
  role: "owner",
  apiTokens: false,
  problems: ["already_done", "forbidden"],
  response: messageResponse,
});

/**
 * Whether a part of the installation works.
 * @schema Check
 */
const check = z.enum(["ok", "failed"]);

/** 503 when it shouldn't receive requests. */
export const healthReady = defineEndpoint({
  method: "GET",
  path: "/health/ready/",
  summary: "Check that the process is ready",
  access: "public",
  role: "anyone",
  unavailableInBody: true,
  response: z.object({
    /** Whether this process takes requests. */
    status: z.enum(["ok", "unavailable", "stopping"]),
    version,
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
        /** The disks have space: no write failed for lack of it, and DATA_DIR has some. */
        disk: check,
        /** APP_SECRET opens some of what is sealed, if anything is. */
        secrets: check,
      })
      .optional(),
    /** Only for the operator: problems of the installation that don't make this process unready. */
    warnings: z.array(z.string()).optional(),
  }),
});

export type Readiness = z.infer<typeof healthReady.response>;
