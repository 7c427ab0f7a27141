import type { Metadata } from "next";
import { Invitation } from "@/components/auth/invitation";

export const metadata: Metadata = {
  title: "Your invitation",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default function Page() {
  return <Invitation />;
}
