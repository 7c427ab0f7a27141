import { CodeBlock } from "@/components/api-docs/code-block";
import { InlineCode } from "@/components/api-docs/inline-code";
import { TextLink } from "@/components/ui/text-link";
import { curlOf } from "@/lib/openapi/curl";
import { type Operation, operationNamed } from "@/lib/openapi/reader";

interface Step {
  words: string;
  /** The operation's name, which its page has in its address. */
  operation: string;
  query?: string;
}

const STEPS: readonly Step[] = [
  { words: "Ask who the token is: its role, its company and its end.", operation: "apiTokenSelf" },
  {
    words: "List the deposits with a suggestion. `next` is the query of the next page.",
    operation: "depositList",
    query: "?status=suggested&page_size=50",
  },
  {
    words:
      "Confirm one. A repeat with the same `Idempotency-Key` does nothing and gets the first answer.",
    operation: "confirmMatch",
  },
  { words: "Undo it. What was posted for it in the books is deleted.", operation: "undoDeposit" },
];

/** From a token to a match and back, with this installation's address. */
export function FirstSteps({ operations, api }: { operations: readonly Operation[]; api: string }) {
  const steps = STEPS.map((step) => ({
    ...step,
    operation: operationNamed(operations, step.operation),
  }));
  return (
    <ol className="mt-4 grid list-decimal gap-6 pl-5 marker:text-muted-foreground">
      <li>
        <p className="mb-2 text-pretty">
          Create an API token under{" "}
          <TextLink href="/settings?tab=people">Settings → People</TextLink>, with the least role
          that the program needs: viewer reads, bookkeeper matches and posts, admin changes
          settings. It belongs to one company and is shown once.
        </p>
        <CodeBlock code="TOKEN=dmat_…" copies="the line" />
      </li>
      {steps.map(({ words, operation, query }) => (
        <li key={operation.name}>
          <p className="mb-2 text-pretty">
            <InlineCode text={words} />{" "}
            <TextLink href={`/api/docs/${operation.name}`}>{operation.name}</TextLink>
          </p>
          <CodeBlock code={curlOf(operation, api, query)} copies="the call" />
        </li>
      ))}
    </ol>
  );
}
