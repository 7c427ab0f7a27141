// The first match counts: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari.
const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** A readable name for a user agent: "Firefox on Windows". Programs keep their own name: "API (curl)". */
export function describeDevice(userAgent: string): string {
  const browser = nameOf(BROWSERS, userAgent);
  const system = nameOf(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  const program = /^([A-Za-z][\w.-]{0,40})/.exec(userAgent)?.[1];
  if (browser ?? system) return browser ?? system ?? "";
  return program === undefined || program === "Mozilla" ? "Unknown device" : `API (${program})`;
}

function nameOf(names: [name: string, sign: RegExp][], userAgent: string): string | undefined {
  return names.find(([, sign]) => sign.test(userAgent))?.[0];
}
