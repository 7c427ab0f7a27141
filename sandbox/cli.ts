import { parseArgs } from "node:util";
import { type SandboxOptions, startSandbox } from "./start";
import { COMPANIES } from "./state";

const USAGE = `Usage: node --import tsx sandbox/cli.ts [--port-stripe N] [--port-quickbooks N]
  [--port-authorizenet N] [--port-control N] [--host H] [--seed N] [--today YYYY-MM-DD] [--company sample|small|empty] [--state FILE]
  [--limits]`;

function readOptions(): SandboxOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      "port-stripe": text,
      "port-quickbooks": text,
      "port-authorizenet": text,
      "port-control": text,
      host: text,
      seed: text,
      today: text,
      company: text,
      state: text,
      limits: { type: "boolean", default: false },
    },
  });
  const company = COMPANIES.find((known) => known === values.company);
  if (values.company !== undefined && !company) {
    throw new Error(`--company is ${COMPANIES.join(", ")}`);
  }
  return {
    ...number(values["port-stripe"], "stripePort"),
    ...number(values["port-quickbooks"], "quickbooksPort"),
    ...number(values["port-authorizenet"], "authorizenetPort"),
    ...number(values["port-control"], "controlPort"),
    ...number(values.seed, "seed"),
    ...(values.host ? { host: values.host } : {}),
    ...(values.today ? { today: values.today } : {}),
    ...(company ? { company } : {}),
    ...(values.state ? { stateFile: values.state } : {}),
    quickbooksLimits: values.limits,
  };
}

function number<K extends string>(value: string | undefined, key: K): { [P in K]?: number } {
  if (value === undefined) return {};
  if (!/^\d+$/.test(value)) throw new Error(`${key}: "${value}" is not a number`);
  return { [key]: Number(value) } as { [P in K]?: number };
}

async function main(): Promise<void> {
  let options: SandboxOptions;
  try {
    options = readOptions();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const { close, ...addresses } = await startSandbox(options);
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
  const stop = () => void close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
