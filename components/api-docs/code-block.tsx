import { CopyButton } from "./copy-button";

/** @param copies what the button copies: "the call" */
export function CodeBlock({ code, copies }: { code: string; copies: string }) {
  return (
    <div className="relative">
      <pre className="rounded-lg border bg-muted p-4 pr-14 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={copies} />
    </div>
  );
}
