import type { Metadata } from "next";
import { ApiDocs } from "@/components/api-docs/api-docs";
import { documentAt } from "@/lib/openapi/document";
import { publishedDocument } from "@/lib/openapi/generated/document";
import { readFilter } from "@/lib/openapi/search";
import { appUrl } from "@/server/http/app-url";

export const metadata: Metadata = { title: "API" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ApiDocsPage({ searchParams }: Props) {
  const document = documentAt(publishedDocument, appUrl());
  return <ApiDocs document={document} filter={readFilter(await searchParams)} />;
}
