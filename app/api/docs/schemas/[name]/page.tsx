import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SchemaDoc } from "@/components/api-docs/schema-doc";
import { publishedDocument } from "@/lib/openapi/generated/document";

interface Props {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function SchemaPage({ params }: Props) {
  const { name } = await params;
  if (!Object.hasOwn(publishedDocument.components.schemas, name)) notFound();
  return <SchemaDoc document={publishedDocument} name={name} />;
}
