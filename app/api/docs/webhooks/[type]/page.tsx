import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WebhookDoc } from "@/components/api-docs/webhook-doc";
import { publishedDocument } from "@/lib/openapi/generated/document";
import { webhooksOf } from "@/lib/openapi/reader";

interface Props {
  params: Promise<{ type: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).type };
}

export default async function WebhookPage({ params }: Props) {
  const { type } = await params;
  const webhook = webhooksOf(publishedDocument).find((each) => each.type === type);
  if (!webhook) notFound();
  return <WebhookDoc document={publishedDocument} webhook={webhook} />;
}
