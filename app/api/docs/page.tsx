import type { Metadata } from "next";
import { ApiDocs } from "@/components/api-docs/api-docs";
import { documentAt } from "@/lib/openapi/document";
import { publishedDocument } from "@/lib/openapi/generated/document";
import { appUrl } from "@/server/http/app-url";

export const metadata: Metadata = { title: "API" };

export default function ApiDocsPage() {
  return <ApiDocs document={documentAt(publishedDocument, appUrl())} />;
}
