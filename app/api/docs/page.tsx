import type { Metadata } from "next";
import { ApiDocs } from "@/components/api-docs/api-docs";
import { PublicShell } from "@/components/shell/public-shell";

export const metadata: Metadata = { title: "API" };

export default function ApiDocsPage() {
  return (
    <PublicShell>
      <ApiDocs />
    </PublicShell>
  );
}
