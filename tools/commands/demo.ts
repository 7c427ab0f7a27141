import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Summary } from "@/lib/contracts/dashboard";
import { describeProvider } from "@/lib/providers/list";
import { type DemoAccount, signIn } from "../demo/account";
import { connectProviders } from "../demo/connect";
import { reconcile } from "../demo/reconcile";
import { SAMPLES, type Sample, type SampleName } from "../demo/samples";
import { writeFileAtomically } from "../process/atomic-file";
import { makeDataFolder } from "../process/data-folder";
import { supervise } from "../process/supervise";
import { type Emulators, startEmulators } from "../product/emulators";
import { startProduct } from "../product/product";
import { dataDir, requestedPort } from "../product/settings";

const log = (line: string) => console.error(line);

/**
 * `npm run demo [-- --company uk|nz]`: the product with local emulators of the providers and a sample company. Does the whole job
 * once through the product's API, prints the result, and keeps running.
 */
export function main(args: string[]): Promise<number> {
  return supervise(async (scope) => {
    const name = requestedCompany(args);
    const sample: Sample = SAMPLES[name];
    const company = name === "us" ? undefined : name;
    // Its own database: a company of the product belongs to one set of books.
    if (company) process.env.DATA_DIR = join(dataDir(), company);
    const folder = dataDir();
    const resultFile = join(folder, "demo.json");
    const port = await requestedPort();
    await makeDataFolder(folder);
    await rm(resultFile, { force: true });

    log("Starting the provider emulators …");
    const stateFile = join(folder, "sandbox.json");
    const starting = startEmulators(scope, { stateFile, company, ...sample.emulators });
    const overrides = starting.then((emulators) => emulators.env);
    const { url, server } = await startProduct(scope, { mode: "start", port, overrides, log });
    const emulators = await starting;

    const done = await doTheJob({ url, folder, emulators, sample }).catch((error) => {
      log(`\nThe server's last lines:\n${server.tail()}`);
      throw error;
    });
    // The part of the summary that demo.json is documented to have.
    const { posted_this_month: _, ...summary } = done.summary;
    const result = { url, ...done.account, emulators: addresses(emulators), summary };
    await writeFileAtomically(resultFile, `${JSON.stringify(result, null, 2)}\n`);
    console.log(report({ url, ...done, emulators, sample }));
    const ended = await server.exited;
    throw new Error(`The server stopped unexpectedly (${ended}):\n${server.tail()}`);
  });
}

/** `--company uk`. @throws where it is another one. */
function requestedCompany(args: string[]): SampleName {
  const { values } = parseArgs({
    args,
    options: { company: { type: "string", default: "us" } },
  });
  const names = Object.keys(SAMPLES) as SampleName[];
  const name = names.find((each) => each === values.company);
  if (!name)
    throw new Error(
      `--company is ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}.`,
    );
  return name;
}

interface Demo {
  url: string;
  emulators: Emulators;
  sample: Sample;
}

async function doTheJob({ url, folder, emulators, sample }: Demo & { folder: string }) {
  log("Connecting the sample company …");
  const { account, call } = await signIn(url, folder);
  await connectProviders(call, emulators, sample);
  return { account, summary: await reconcile(call, log, sample) };
}

function addresses({ credentials: _, env: __, pid: ___, ...served }: Emulators) {
  return Object.fromEntries(Object.entries(served).map(([name, { url }]) => [name, url]));
}

function report({
  url,
  emulators,
  sample,
  account,
  summary,
}: Demo & { account: DemoAccount; summary: Summary }): string {
  const row = (label: string, value: string | number) => `  ${label.padEnd(22)}${value}`;
  return [
    "",
    `Imported ${summary.deposits} deposits with ${summary.lines} lines, and ${summary.payments} payments.`,
    row(`posted to ${describeProvider(sample.ledger).name}`, summary.posted),
    row("matched, not posted", summary.matched),
    row("suggested", summary.suggested),
    row("pending", summary.pending),
    "",
    "Deposit Matcher is running (Ctrl-C stops it):",
    row("address", url),
    row("username", account.username),
    row("password", account.password),
    ...Object.entries(addresses(emulators)).map(([name, address]) =>
      row(`${name} emulator`, address),
    ),
    "",
    "To connect an account of your own, sign up at that address and use:",
    ...keys(emulators.credentials).map(([label, key]) => row(label, key)),
    row("QuickBooks, Xero", "no key: press Connect, then again on the page that opens"),
  ].join("\n");
}

/** What the emulators accept where a form asks for a processor's keys. */
function keys({
  stripeOwnersKey,
  authorizenetLoginId,
  authorizenetTransactionKey,
  paypalClientId,
  paypalClientSecret,
}: Emulators["credentials"]): [label: string, key: string][] {
  return [
    ["Stripe key", stripeOwnersKey],
    ["Authorize.Net login", authorizenetLoginId],
    ["Authorize.Net key", authorizenetTransactionKey],
    ["PayPal client ID", paypalClientId],
    ["PayPal secret", paypalClientSecret],
  ];
}
