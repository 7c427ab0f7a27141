import { ErrorState } from "@/components/feedback/error-state";

export function DepositNotFound({ text }: { text: string }) {
  return <ErrorState headingLevel="h1" title="Deposit Not Found" description={text} />;
}
