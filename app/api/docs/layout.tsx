import type { ReactNode } from "react";
import { PublicShell } from "@/components/shell/public-shell";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";

export default async function ApiDocsLayout({ children }: { children: ReactNode }) {
  const offersSignUp = (await signUpOfferOnPages()) === "open";
  return <PublicShell offersSignUp={offersSignUp}>{children}</PublicShell>;
}
