import { BackLink } from "@/components/deposits/back-link";
import { ErrorState } from "@/components/feedback/error-state";

export function DepositNotFound({ text }: { text: string }) {
  return (
    <>
      <p className="pt-6 text-caption">
        <BackLink />
      </p>
      <ErrorState headingLevel="h1" title="Deposit Not Found" description={text} />
    </>
  );
}
