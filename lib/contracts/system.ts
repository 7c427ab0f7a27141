import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const health = defineEndpoint({
  method: "GET",
  path: "/health/",
  summary: "Whether the product can serve; 503 when it can't",
  access: "public",
  response: z.object({ status: z.enum(["ok", "unavailable"]) }),
});

export const healthLive = defineEndpoint({
  method: "GET",
  path: "/health/live/",
  summary: "Whether the process answers at all, with or without its database",
  access: "public",
  response: z.object({ status: z.literal("ok") }),
});

const check = z.enum(["ok", "failed"]);

export const healthReady = defineEndpoint({
  method: "GET",
  path: "/health/ready/",
  summary: "Whether requests should be sent to this process; 503 when not, or no longer",
  access: "public",
  response: z.object({
    status: z.enum(["ok", "unavailable", "stopping"]),
    checks: z.object({ database: check, migrations: check, queue: check }),
  }),
});

export type Readiness = z.infer<typeof healthReady.response>;
