import { parseArgs } from "node:util";
import { EMULATED } from "./emulated";
import { type EmulatorOptions, type Served, startEmulators } from "./start";
import { COMPANIES } from "./state";

const SERVED: readonly Served[] = [...EMULATED, "control"];

const USAGE = `Usage: node --import tsx emulators/cli.ts
  ${SERVED.map((served) => `[--port-${served} N]`).join(" ")}
  [--host H] [--seed N] [--today YYYY-MM-DD] [--company ${COMPANIES.join("|")}] [--state FILE] [--limits] [--paypal] [--square]`;

function readOptions(): EmulatorOptions {
  const text = { type: "string" } as const;
  const portOptions = SERVED.map((served) => [`port-${served}`, text] as const);
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(portOptions) as Record<`port-${Served}`, typeof text>),
      host: text,
      seed: text,
      today: text,
      company: text,
      state: text,
      limits: { type: "boolean", default: false },
      paypal: { type: "boolean", default: false },
      square: { type: "boolean", default: false },
    },
  });
  const company = COMPANIES.find((known) => known === values.company);
  if (values.company !== undefined && !company) {
    throw new Error(`--company is ${COMPANIES.join(", ")}`);
  }
  return {
    ports: Object.assign({}, ...SERVED.map((served) => number(values[`port-${served}`], served))),
    ...number(values.seed, "seed"),
    ...(values.host ? { host: values.host } : {}),
    ...(values.today ? { today: values.today } : {}),
    ...(company ? { company } : {}),
    ...(values.state ? { stateFile: values.state } : {}),
    quickbooksLimits: values.limits,
    paypalLimits: values.limits,
    paypal: values.paypal,
    square: values.square,
    xeroLimits: values.limits,
  };
}

function number<K extends string>(value: string | undefined, key: K): { [P in K]?: number } {
  if (value === undefined) return {};
  if (!/^\d+$/.test(value)) throw new Error(`${key}: "${value}" is not a number`);
  return { [key]: Number(value) } as { [P in K]?: number };
}

async function main(): Promise<void> {
  let options: EmulatorOptions;
  try {
    options = readOptions();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const { close, ...addresses } = await startEmulators(options);
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
  const stop = () => void close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
