import type { ManyPayouts } from "./many-payouts";
import type { Step } from "./navigation";
import { quantile } from "./quantile";

export interface Speed {
  steps: Step[];
  many: ManyPayouts;
}

/** Warm navigation, as a review measured it at its best. */
const MAX_STEP_MS = 140;
/** The browser's part of a reaction, and a frame while scrolling. */
const MAX_REACTION_MS = 50;

const ms = (value: number, max = Number.POSITIVE_INFINITY) =>
  value <= max ? value.toFixed(0) : `**${value.toFixed(0)}**`;

/** Whether each step is fast enough in the median, and each reaction to a filter. */
export function speedMet({ steps, many }: Speed): boolean {
  return (
    steps.every(({ times }) => quantile(times, 0.5) <= MAX_STEP_MS) &&
    many.reactions.every(({ browser: [p50] }) => p50 <= MAX_REACTION_MS) &&
    many.frames.p95 <= MAX_REACTION_MS
  );
}

/** Two tables in Markdown. A figure that misses its target is bold. */
export function renderSpeed({ steps, many: { reactions, frames } }: Speed): string {
  return [
    "| step | p50 | p95 |",
    "| --- | ---: | ---: |",
    ...steps.map(
      ({ name, times }) =>
        `| ${name} | ${ms(quantile(times, 0.5), MAX_STEP_MS)} | ${ms(quantile(times, 0.95))} |`,
    ),
    "",
    "| ten thousand payouts, 100 rows a page | from input to painted | of it the server | of it the browser, after the answer |",
    "| --- | ---: | ---: | ---: |",
    ...reactions.map(({ name, total, answered, browser }) =>
      [
        `| ${name}`,
        total.map((value) => ms(value)).join(" · "),
        answered.map((value) => ms(value)).join(" · "),
        `${ms(browser[0], MAX_REACTION_MS)} · ${ms(browser[1])} |`,
      ].join(" | "),
    ),
    "",
    `Scrolling those hundred rows up and down: 95 % of the frames within ${ms(frames.p95, MAX_REACTION_MS)} ms, the longest ${ms(frames.longest)} ms.`,
  ].join("\n");
}
