import {
  dateAndMachine,
  type Goal,
  goalText,
  isMet,
  judged,
  median,
  quantile,
  table,
} from "../report";
import type { Audit, Category, Device } from "./audit";
import { BARE_PAGE, type MeasuredLoad } from "./first-load";
import type { ManyPayouts } from "./many-payouts";
import type { Step } from "./navigation";

/** The audited pages, and whether they need a session. */
export const PAGES = [
  { name: "landing", path: "/", signedIn: false },
  { name: "login", path: "/login", signedIn: false },
  { name: "dashboard", path: "/dashboard", signedIn: true },
  { name: "transactions", path: "/transactions", signedIn: true },
] as const;

export type MeasuredPage = (typeof PAGES)[number];

export interface PageReport {
  page: MeasuredPage;
  device: Device;
  runs: Audit[];
}

/** One run's figures depend on the machine's other load; the median of these is reported. */
export const RUNS = 3;

const TARGETS: Record<Category, number> = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
};
const MAX_SCRIPT_BYTES = 220_000;

const middle = ({ runs }: PageReport, figure: (run: Audit) => number) => median(runs.map(figure));
const score = (report: PageReport, category: Category) =>
  middle(report, ({ scores }) => scores[category]);

/** Whether every page reaches every target, on both devices. */
export function allMet(reports: PageReport[]): boolean {
  return reports.every(
    (report) =>
      (Object.keys(TARGETS) as Category[]).every(
        (category) => score(report, category) >= TARGETS[category],
      ) && middle(report, ({ scripts }) => scripts.firstLoad) <= MAX_SCRIPT_BYTES,
  );
}

/** One Markdown table per device, followed by the reasons for lost points. */
export function render(reports: PageReport[]): string {
  const devices = [...new Set(reports.map(({ device }) => device))];
  const tables = devices.map((device) =>
    deviceTable(
      device,
      reports.filter((r) => r.device === device),
    ),
  );
  const lost = reports.flatMap(({ page, device, runs }) =>
    [...new Set(runs.flatMap(({ failures }) => failures))].map(
      (failure) => `- ${page.name}, ${device}: ${failure}`,
    ),
  );
  return [...tables, ...(lost.length > 0 ? [`What cost points:\n\n${lost.join("\n")}`] : [])].join(
    "\n\n",
  );
}

function deviceTable(device: Device, reports: PageReport[]): string {
  const rows = reports.map((report) => {
    const bytes = middle(report, ({ scripts }) => scripts.firstLoad);
    return [
      `\`${report.page.path}\``,
      ...(Object.keys(TARGETS) as Category[]).map((category) =>
        marked(score(report, category), score(report, category) >= TARGETS[category]),
      ),
      marked(kilobytes(bytes), bytes <= MAX_SCRIPT_BYTES),
      kilobytes(middle(report, ({ scripts }) => scripts.all)),
      `${(middle(report, ({ lcp }) => lcp) / 1000).toFixed(1)} s`,
      `${middle(report, ({ tbt }) => tbt).toFixed(0)} ms`,
      middle(report, ({ cls }) => cls).toFixed(3),
    ];
  });
  const head = ["page", "performance", "accessibility", "best practices", "JavaScript, first load"];
  return `**${device}**\n\n${table([...head, "in all", "LCP", "TBT", "CLS"], rows)}`;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

const marked = (text: string | number, met: boolean) => (met ? `${text}` : `**${text}**`);

/** The complete report. */
export function document(loads: string, speed: string, tables: string): string {
  return `# How fast the screens are

Written by \`npm run bench:web\` on ${dateAndMachine()}, on the production build with the sample company, server and
browser on this one machine. A figure that misses its target is **bold**.

## First load

What the main thread does until 3.5 s after a first load with an empty cache, in milliseconds of its processor, at full
speed; each figure is the least of its rounds, which alternate with those of a bare Next page. The layout shift is the largest of the rounds.

${loads}

## Navigation

From the click to the painted content, warm, in milliseconds; target: 140 at p50. Then a list of ten thousand payouts,
p50 · p95; target: 50 for the browser's part. A search waits 250 ms for the next letter before it asks.

${speed}

## Lighthouse

Each figure is the median of ${RUNS} runs. "mobile" is Lighthouse's simulated slow phone on a slow network, "desktop" its
desktop preset. Targets: performance at least ${TARGETS.performance}, accessibility and best practices 100, at most
${MAX_SCRIPT_BYTES / 1000} kB of JavaScript over the wire (gzip) for the first load (the scripts that the document names); "in all"
includes parts loaded on demand and prefetched pages.

${tables}
`;
}

/** Of its main thread. */
const LOAD: Goal = { name: "first load", atMost: 180, unit: " ms", digits: 0 };
/** Of that to the bare page's. */
const RATIO: Goal = { name: "to the bare page", atMost: 3.5, unit: " ×", digits: 1 };
const SHIFT: Goal = { name: "layout shift", atMost: 0.02, unit: "", digits: 3 };

/** What the goals are about, for each page of the product. */
function loadFigures(loads: readonly MeasuredLoad[]) {
  return loads
    .filter(({ page }) => page !== BARE_PAGE)
    .map((load) => {
      const bare = loads.find(({ page, screen }) => page === BARE_PAGE && screen === load.screen);
      return { load, ratio: load.least.all / (bare?.least.all ?? Number.NaN) };
    });
}

/** Whether each first load is light enough, on each screen, and nothing moves. */
export function loadsMet(loads: readonly MeasuredLoad[]): boolean {
  return loadFigures(loads).every(
    ({ load: { least }, ratio }) =>
      isMet(LOAD, least.all) && isMet(RATIO, ratio) && isMet(SHIFT, least.cls),
  );
}

/** A table in Markdown, the bare page first. */
export function renderLoads(loads: readonly MeasuredLoad[]): string {
  const bare = loads.filter(({ page }) => page === BARE_PAGE);
  const row = (
    { page, screen, least: { script, layout, elements } }: MeasuredLoad,
    [all, ratio, shift]: [string, string, string],
  ) => [
    ...[`${page}, ${screen}`, all, ratio, script.toFixed(0), layout.toFixed(0)],
    ...[String(elements), shift],
  ];
  return table(
    ["", `main thread (${goalText(LOAD)})`, `× bare (${goalText(RATIO)})`, "scripts"].concat(
      ...["style, layout", "elements", `layout shift (${goalText(SHIFT)})`],
    ),
    [
      ...bare.map((load) => row(load, [`${load.least.all.toFixed(0)} ms`, "1", "–"])),
      ...loadFigures(loads).map(({ load, ratio }) =>
        row(load, [
          judged(LOAD, load.least.all),
          judged(RATIO, ratio),
          judged(SHIFT, load.least.cls),
        ]),
      ),
    ],
  );
}

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
  const navigation = table(
    ["step", "p50", "p95"],
    steps.map(({ name, times }) => [
      name,
      ms(quantile(times, 0.5), MAX_STEP_MS),
      ms(quantile(times, 0.95)),
    ]),
  );
  const both = (values: readonly number[]) => values.map((value) => ms(value)).join(" · ");
  const list = table(
    [
      "ten thousand payouts, 100 rows a page",
      "from input to painted",
      "of it the server",
      "of it the browser, after the answer",
    ],
    reactions.map(({ name, total, answered, browser }) => [
      name,
      both(total),
      both(answered),
      `${ms(browser[0], MAX_REACTION_MS)} · ${ms(browser[1])}`,
    ]),
  );
  const scrolling = `Scrolling those hundred rows up and down: 95 % of the frames within ${ms(frames.p95, MAX_REACTION_MS)} ms, the longest ${ms(frames.longest)} ms.`;
  return [navigation, list, scrolling].join("\n\n");
}
