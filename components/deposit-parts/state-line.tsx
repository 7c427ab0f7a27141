import Link from "next/link";
import { Fragment } from "react";
import type { Summary } from "@/lib/contracts/dashboard";
import { NO_WORDS_YET, stateParts } from "./state-sentence";

/** The state of things in a sentence whose parts lead to what they count. */
export function StateLine({ summary }: { summary: Summary | undefined }) {
  if (!summary) return NO_WORDS_YET;
  return stateParts(summary).map(({ text, href }, index) => (
    <Fragment key={text}>
      {index > 0 && " · "}
      {href === undefined ? (
        text
      ) : (
        <Link href={href} className="rounded-sm underline-offset-4 hover:underline">
          {text}
        </Link>
      )}
    </Fragment>
  ));
}
