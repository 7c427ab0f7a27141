import { z } from "zod";
// With its type, which Node asks for: Playwright loads this module unbundled.
import packageFile from "@/package.json" with { type: "json" };
import { readSecretFiles } from "./secret-files";
import {
  address,
  databaseUrl,
  endpoint,
  networks,
  oneOf,
  origin,
  portNumber,
  randomSecret,
  secret,
  wholeNumber,
} from "./setting-types";
import { singleton } from "./singleton";

export { readSecretFiles, SECRETS } from "./secret-files";

const schema = z.object({
  DATABASE_URL: databaseUrl,
  /** The owner of the tables, for commands only: the product's processes start without it. */
  MIGRATE_DATABASE_URL: databaseUrl.optional(),
  DATA_DIR: z.string().default(".data"),
  PORT: z.string().default("3000").pipe(portNumber),
  /** The address to listen at. Next gets it from our own commands. */
  HOST: z.string().default("127.0.0.1"),
  APP_URL: origin.optional(),
  /** The reverse proxies whose X-Forwarded-For is believed; none by default. */
  TRUSTED_PROXIES: networks,
  APP_SECRET: randomSecret,
  /** The previous secret, while `npm run rotate-keys` moves all values away from it. */
  APP_SECRET_PREVIOUS: secret.optional(),
  /** Who may create an account; unset it depends on the installation, see server/accounts/sign-up-policy.ts. */
  SIGN_UP: oneOf("open", "invitation", "closed").optional(),
  /** For which hosts browsers are told to use https only; off without an https APP_URL. */
  HSTS: oneOf("off", "host", "subdomains").default("host"),

  STRIPE_API_BASE: origin.default("https://api.stripe.com"),
  STRIPE_CONNECT_BASE: origin.default("https://connect.stripe.com"),
  STRIPE_CONNECT_CLIENT_ID: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),

  QUICKBOOKS_CLIENT_ID: z.string().optional(),
  QUICKBOOKS_CLIENT_SECRET: z.string().optional(),
  QUICKBOOKS_ENVIRONMENT: oneOf("sandbox", "production").default("production"),
  QUICKBOOKS_API_BASE: origin.optional(),
  QUICKBOOKS_AUTHORIZE_URL: endpoint.default("https://appcenter.intuit.com/connect/oauth2"),
  QUICKBOOKS_TOKEN_URL: endpoint.default(
    "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
  ),
  QUICKBOOKS_REVOKE_URL: endpoint.default(
    "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
  ),
  QUICKBOOKS_WEBHOOK_VERIFIER: z.string().optional(),
  /** What Intuit grants the app: 500,000 in the free tier. */
  QUICKBOOKS_MONTHLY_READS: z.string().default("500000").pipe(wholeNumber),

  /** The operator's own app at developer.paypal.com: PayPal is coming soon without it. Companies connect by theirs. */
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_API_BASE: origin.default("https://api-m.paypal.com"),

  /** Of the operator's own app at developer.xero.com: Xero is coming soon without them. */
  XERO_CLIENT_ID: z.string().optional(),
  XERO_CLIENT_SECRET: z.string().optional(),
  XERO_API_BASE: origin.default("https://api.xero.com"),
  XERO_AUTHORIZE_URL: endpoint.default("https://login.xero.com/identity/connect/authorize"),
  XERO_TOKEN_URL: endpoint.default("https://identity.xero.com/connect/token"),
  XERO_REVOKE_URL: endpoint.default("https://identity.xero.com/connect/revocation"),
  /** Whether what the engine estimates from books in Xero is kept between runs: Xero's terms forbid training on its data. */
  XERO_LEARNING: oneOf("off", "on").default("off"),

  AUTHORIZENET_API_URL: endpoint.default("https://api.authorize.net/xml/v1/request.api"),

  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_DISCOVERY_URL: endpoint.default(
    "https://accounts.google.com/.well-known/openid-configuration",
  ),
  INTUIT_CLIENT_ID: z.string().optional(),
  INTUIT_CLIENT_SECRET: z.string().optional(),
  INTUIT_DISCOVERY_URL: endpoint.default(
    "https://developer.api.intuit.com/.well-known/openid_configuration",
  ),
  OIDC_NAME: z.string().default("Single sign-on"),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_DISCOVERY_URL: endpoint.optional(),

  SMTP_URL: address("smtp:", "smtps:").optional(),
  MAIL_FROM: z.string().default("Deposit Matcher <no-reply@localhost>"),
  /** "allow": webhooks also go to http:// and to private addresses, for installations whose users are all trusted. */
  WEBHOOK_PRIVATE_ADDRESSES: oneOf("refuse", "allow").default("refuse"),
  WORKER: oneOf("inline", "off").optional(),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
  LOG_FORMAT: oneOf("json", "text").default("json"),

  METRICS_TOKEN: z.string().min(16, "must be at least 16 characters long").optional(),
  /** Enables the operator's page. */
  OPERATOR_TOKEN: randomSecret.optional(),
  METRICS_PORT: portNumber.optional(),
  STOP_DELAY_SECONDS: z
    .string()
    .default("0")
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= 120, "must be between 0 and 120")
    .transform(Number),
  /** The address for traces. The tracing packages read these and other standard variables themselves. */
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
  OTEL_SDK_DISABLED: oneOf("true", "false").optional(),

  /** When backups are made, in this machine's time. Unset: this process doesn't know whether they are. */
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, "must be a time such as 03:30, or off")
    .optional(),
  /** Where they are kept; DATA_DIR/backups by default. */
  BACKUP_DIR: z.string().optional(),
  /** How many of them are kept. */
  BACKUP_KEEP: z.string().default("7").pipe(wholeNumber),

  /** For tests, with emulated providers only: how many times faster our pauses pass. */
  CLOCK_RATE: z.string().default("1").pipe(wholeNumber),

  /** Heap that each of the engine's threads may use. */
  ENGINE_MEMORY_MB: z.string().default("1024").pipe(wholeNumber),
  /** Set by our own commands and the image: the program of the engine's threads, as one file, by its absolute path. */
  ENGINE_PROGRAM: z.string().optional(),

  /** Set by our own commands and the image: the commit that the program was built from. */
  BUILD_COMMIT: z.string().optional(),

  /** Set by our own commands while they run PostgreSQL for the product. */
  DEPOSIT_MATCHER_EMBEDDED: z.literal("1").optional(),
  /** Set by our own commands that restore the backup which this process takes on its first page. */
  DEPOSIT_MATCHER_RESTORES: z.literal("1").optional(),
});

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** These variables only work together. */
const TOGETHER = [
  ["QUICKBOOKS_CLIENT_ID", "QUICKBOOKS_CLIENT_SECRET"],
  ["XERO_CLIENT_ID", "XERO_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["INTUIT_CLIENT_ID", "INTUIT_CLIENT_SECRET"],
  ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_DISCOVERY_URL"],
] as const;

/** Every variable that the product reads. */
export const variableNames = Object.keys(schema.shape);

/**
 * The settings of scheduled backups alone, for the programs that make them.
 * @throws Error as {@link parseEnv}.
 */
export function parseBackupSettings(source: Record<string, string | undefined>) {
  const given = Object.entries(source).filter(([, value]) => value?.trim());
  const settings = schema.pick({ BACKUP_AT: true, BACKUP_DIR: true, BACKUP_KEEP: true });
  const parsed = settings.safeParse(Object.fromEntries(given));
  if (!parsed.success) throw new Error(describeIssue(parsed.error.issues[0]));
  return parsed.data;
}

const quickbooksApi = {
  production: "https://quickbooks.api.intuit.com",
  sandbox: "https://sandbox-quickbooks.api.intuit.com",
};

export type Env = ReturnType<typeof parseEnv>;

/**
 * Parses the product's settings from environment variables; a blank variable counts as unset.
 * @throws Error with one line that names the first wrong variable.
 */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.entries(source).filter(([, value]) => value?.trim());
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) throw new Error(describeIssue(parsed.error.issues[0]));
  const env = parsed.data;
  for (const names of TOGETHER) {
    if (new Set(names.map((name) => env[name] === undefined)).size > 1) {
      throw new Error(`${names.slice(0, -1).join(", ")} and ${names.at(-1)} must be set together.`);
    }
  }
  if (env.CLOCK_RATE !== 1 && !(env.QUICKBOOKS_API_BASE && source.STRIPE_API_BASE?.trim())) {
    throw new Error("CLOCK_RATE is for emulated providers: it would break the real ones' limits.");
  }
  const { version } = packageFile;
  const commit = (env.BUILD_COMMIT ?? "").slice(0, 12);
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
  return {
    ...env,
    APP_URL: appUrl,
    version,
    /** The first twelve characters of its name; "" where it isn't known. */
    commit,
    /** The two in one: 0.1.0+abbe4ce81234. */
    versionName: commit ? `${version}+${commit}` : version,
    /** Whether the public address is of this machine only. */
    isLocal: LOOPBACK.test(new URL(appUrl).hostname),
    HSTS: env.APP_URL?.startsWith("https:") ? env.HSTS : ("off" as const),
    QUICKBOOKS_API_BASE: env.QUICKBOOKS_API_BASE ?? quickbooksApi[env.QUICKBOOKS_ENVIRONMENT],
    sendsTraces:
      env.OTEL_SDK_DISABLED !== "true" &&
      (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
    WORKER: env.WORKER ?? (env.DEPOSIT_MATCHER_EMBEDDED ? "inline" : "off"),
  };
}

/**
 * The database's address for the product, and for the owner of its tables; undefined when none is set.
 * @throws Error with one line that names the wrong variable.
 */
export function parseDatabaseUrls(
  source: Record<string, string | undefined>,
): { productUrl: string; ownerUrl: string } | undefined {
  const [given, owner] = [source.DATABASE_URL?.trim(), source.MIGRATE_DATABASE_URL?.trim()];
  if (!given && owner) throw new Error("MIGRATE_DATABASE_URL also needs DATABASE_URL.");
  if (!given) return undefined;
  const urls = { DATABASE_URL: given, ...(owner && { MIGRATE_DATABASE_URL: owner }) };
  const shape = schema.pick({ DATABASE_URL: true, MIGRATE_DATABASE_URL: true });
  const parsed = shape.safeParse(urls);
  if (!parsed.success) throw new Error(describeIssue(parsed.error.issues[0]));
  return { productUrl: given, ownerUrl: owner || given };
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  const name = String(issue?.path[0]);
  const isMissing = issue?.code === "invalid_type";
  return `${name} ${isMissing ? "isn't set and has no default" : issue?.message}.`;
}

const kept = singleton("settings", (): { env?: Env } => ({}));

/** The settings of this process, parsed on first use, secrets in files included. The only reader of `process.env`. */
export function getEnv(): Env {
  kept.env ??= parseEnv(readSecretFiles(process.env));
  return kept.env;
}

/** The settings, when a process starts: a wrong one ends it with a line that names it, without a stack. */
export function requireEnv(): Env {
  try {
    return getEnv();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Whether Next has built this module, in place of tsx or vitest loading its source: it replaces both names. */
export const isBuilt =
  process.env.NEXT_RUNTIME === "nodejs" && process.env.NODE_ENV === "production";

/** next-auth reads the product's address only from the environment. */
export function tellNextAuthItsAddress(): void {
  process.env.NEXTAUTH_URL = getEnv().APP_URL;
}
