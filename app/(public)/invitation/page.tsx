import type { Metadata } from "next";
import { Invitation } from "@/components/auth/invitation";
import { signUpOfferOnPages } from "@/server/accounts/sign-up";

export const metadata: Metadata = {
  title: "Your invitation",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function Page() {
  return <Invitation takesNewAccounts={(await signUpOfferOnPages()) !== "closed"} />;
}
