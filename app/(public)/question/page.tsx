import type { Metadata } from "next";
import { QuestionPage } from "@/components/questions/question-page";

export const metadata: Metadata = {
  title: "A question about a payment",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default function Page() {
  return <QuestionPage />;
}
