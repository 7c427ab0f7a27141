import type { Metadata } from "next";
import { ApiDocs } from "@/components/api-docs/api-docs";
import { PublicShell } from "@/components/shell/public-shell";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";

export const metadata: Metadata = { title: "API" };

export default async function ApiDocsPage() {
  return (
    <PublicShell offersSignUp={(await signUpOfferOnPages()) === "open"}>
      <ApiDocs />
    </PublicShell>
  );
}
