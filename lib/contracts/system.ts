import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const health = defineEndpoint({
  method: "GET",
  path: "/health/",
  summary: "Whether the product can serve; 503 when it can't",
  access: "public",
  response: z.object({ status: z.enum(["ok", "unavailable"]) }),
});
