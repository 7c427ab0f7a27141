import { CopyButton } from "./copy-button";

/** Code to read, and to copy where `copies` says what it is: "the call". */
export function CodeBlock({ code, copies }: { code: string; copies?: string }) {
  return (
    <div className="relative">
      <pre className="rounded-lg border bg-muted p-4 pr-14 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        <code>{code}</code>
      </pre>
      {copies && <CopyButton text={code} what={copies} />}
    </div>
  );
}
