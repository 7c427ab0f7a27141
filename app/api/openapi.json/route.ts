import { documentAt } from "@/lib/openapi/document";
import { publishedDocument } from "@/lib/openapi/generated/document";
import { appUrl } from "@/server/http/app-url";
import { refuseOthers } from "@/server/http/methods";

// The address is that of the installation, which the build doesn't know.
export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json(documentAt(publishedDocument, appUrl()));
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "HEAD");
