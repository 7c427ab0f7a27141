import { openApiDocument } from "@/lib/openapi/document";
import { refuseOthers } from "@/server/http/methods";

// Made from the contracts alone: the same for everyone, until the next build.
export const dynamic = "force-static";

export function GET(): Response {
  return Response.json(openApiDocument());
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "HEAD");
