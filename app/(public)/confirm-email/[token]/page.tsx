import type { Metadata } from "next";
import { ConfirmEmail } from "@/components/auth/confirm-email";

export const metadata: Metadata = {
  title: "Confirm your email address",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ConfirmEmail token={token} />;
}
