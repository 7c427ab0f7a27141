import type { Metadata } from "next";
import { QuestionPage } from "@/components/questions/question-page";

export const metadata: Metadata = {
  title: "A question about a payment",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <QuestionPage token={token} />;
}
