import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OperationDoc } from "@/components/api-docs/operation-doc";
import { documentAt } from "@/lib/openapi/document";
import { publishedDocument } from "@/lib/openapi/generated/document";
import { operationsOf } from "@/lib/openapi/reader";
import { appUrl } from "@/server/http/app-url";

interface Props {
  params: Promise<{ operation: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const operation = await operationAt(params);
  return { title: operation ? `${operation.method} ${operation.path}` : "API" };
}

export default async function OperationPage({ params }: Props) {
  const operation = await operationAt(params);
  if (!operation) notFound();
  return <OperationDoc document={documentAt(publishedDocument, appUrl())} operation={operation} />;
}

async function operationAt(params: Props["params"]) {
  const { operation } = await params;
  return operationsOf(publishedDocument).find(({ name }) => name === operation);
}
