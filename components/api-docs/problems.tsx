import { Fold } from "@/components/api-docs/fold";
import { InlineCode } from "@/components/api-docs/inline-code";
import type { Problem } from "@/lib/openapi/reader";

/** Error statuses, each with its codes and what they mean. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <div className="mt-4 divide-y border-y">
      {problems.map(({ status, meaning, codes }) => (
        <Fold
          key={status}
          head={
            <span className="grid grid-cols-[2.5rem_1fr]">
              <span className="font-medium tabular-nums">{status}</span>
              <span className="text-muted-foreground">
                <InlineCode text={meaning} />
                <span className="mt-1 block font-mono text-xs text-foreground group-open:hidden">
                  {codes.map(({ code }) => code).join(" · ")}
                </span>
              </span>
            </span>
          }
        >
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
        </Fold>
      ))}
    </div>
  );
}
