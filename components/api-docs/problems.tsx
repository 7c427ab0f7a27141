import { ChevronRight } from "lucide-react";
import { InlineCode } from "@/components/api-docs/inline-code";
import type { Problem } from "@/lib/openapi/reader";

/** Error statuses, each with its codes and what they mean. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <div className="mt-4 divide-y border-y">
      {problems.map(({ status, meaning, codes }) => (
        <details key={status} id={`error-${status}`} className="group scroll-mt-6 py-2.5">
          <summary className="grid cursor-pointer grid-cols-[1.5rem_2.5rem_1fr] rounded-sm text-sm">
            <ChevronRight
              aria-hidden="true"
              className="mt-0.5 size-4 text-muted-foreground transition-transform group-open:rotate-90"
            />
            <span className="font-medium tabular-nums">{status}</span>
            <span className="text-muted-foreground">
              <InlineCode text={meaning} />
              <span className="mt-1 block font-mono text-xs text-foreground group-open:hidden">
                {codes.map(({ code }) => code).join(" · ")}
              </span>
            </span>
          </summary>
          <dl className="mt-3 grid gap-x-6 gap-y-2 pl-16 max-sm:pl-6 text-caption sm:grid-cols-[14rem_1fr]">
            {codes.map(({ code, meaning: words }) => (
              <div key={code} className="contents">
                <dt className="font-mono font-medium wrap-anywhere">{code}</dt>
                <dd className="text-muted-foreground">
                  <InlineCode text={words} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  );
}
