import lighthouse, { desktopConfig, type Result } from "lighthouse";

export type Device = "mobile" | "desktop";

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
export type Category = (typeof CATEGORIES)[number];

export interface ScriptBytes {
  /** Scripts in the document: needed before the page works. */
  firstLoad: number;
  /** Including later loads: parts on demand, and prefetched pages. */
  all: number;
}

/** The result of one Lighthouse run of a page. */
export interface Audit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Largest Contentful Paint and Total Blocking Time, in milliseconds. */
  lcp: number;
  tbt: number;
  /** Cumulative Layout Shift. */
  cls: number;
  /** JavaScript transfer size, in bytes. */
  scripts: ScriptBytes;
  /** Reasons for lost points outside performance, as text. */
  failures: string[];
}

/** Lighthouse did not find the page load's start in the browser's trace. */
export class TraceLostError extends Error {
  override readonly name = "TraceLostError";
}

/**
 * Loads a page in the browser that listens on `port`, with its stored session.
 * @throws TraceLostError when nothing was measured, Error when Lighthouse can't load the page.
 */
export async function audit(url: string, port: number, device: Device): Promise<Audit> {
  const flags = { port, disableStorageReset: true, onlyCategories: [...CATEGORIES] };
  const result = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse says nothing about ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError?.code === "NO_NAVSTART") throw new TraceLostError(lhr.runtimeError.code);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  const score = (category: Category) =>
    Math.round((lhr.categories[category]?.score ?? Number.NaN) * 100);
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
    },
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    scripts: scriptBytes(lhr, await (await fetch(url)).text()),
    failures: [...failures(lhr, "accessibility"), ...failures(lhr, "best-practices")],
  };
}

function scriptBytes({ audits }: Result, html: string): ScriptBytes {
  const { details } = audits["network-requests"] ?? {};
  if (details?.type !== "table") throw new Error("Lighthouse lists no requests");
  const scripts = details.items.filter(({ resourceType }) => resourceType === "Script");
  const sum = (items: typeof scripts) =>
    items.reduce((bytes, { transferSize }) => bytes + Number(transferSize), 0);
  const named = scripts.filter((item) => html.includes(new URL(String(item.url)).pathname));
  return { firstLoad: sum(named), all: sum(scripts) };
}

function failures({ categories, audits }: Result, category: Category): string[] {
  return (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => audits[id]?.title ?? id);
}
