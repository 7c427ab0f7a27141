import { CodeBlock } from "@/components/api-docs/code-block";

const LONG = 25;

/** A value as JSON, folded where it is long. */
export function Example({ value, copies }: { value: unknown; copies: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <details open={text.split("\n").length <= LONG} className="mt-4">
      <summary className="w-fit cursor-pointer rounded-sm text-caption font-medium">
        Example
      </summary>
      <div className="mt-2">
        <CodeBlock code={text} copies={copies} />
      </div>
    </details>
  );
}
