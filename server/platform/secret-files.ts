import { readFileSync } from "node:fs";

/** The settings that may also be given as the path of a file, by their name and `_FILE`. */
export const SECRETS = [
  "DATABASE_URL",
  "MIGRATE_DATABASE_URL",
  "APP_SECRET",
  "APP_SECRET_PREVIOUS",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "QUICKBOOKS_CLIENT_SECRET",
  "QUICKBOOKS_WEBHOOK_VERIFIER",
  "PAYPAL_CLIENT_SECRET",
  "XERO_CLIENT_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "INTUIT_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "SMTP_URL",
  "METRICS_TOKEN",
  "OPERATOR_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const;

/**
 * Reads each secret whose file is named (`APP_SECRET_FILE`) into its own variable, as if it had been given there: of a
 * child process, and of packages that read the environment themselves, too.
 * @param env changed in place, and returned.
 * @throws Error with one sentence when a file can't be read or is empty, or a secret is given twice.
 */
export function readSecretFiles<E extends Record<string, string | undefined>>(env: E): E {
  const variables: Record<string, string | undefined> = env;
  for (const name of SECRETS) {
    const byFile = `${name}_FILE`;
    const file = variables[byFile]?.trim();
    if (!file) continue;
    if (variables[name]?.trim()) throw new Error(`Set ${name} or ${byFile}, not both.`);
    variables[name] = readSecret(byFile, file);
    // Blank, not missing: Next would fill a missing variable from .env.
    variables[byFile] = "";
  }
  return env;
}

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name}: ${file} can't be read (${code}).`, { cause: error });
  }
  const secret = text.replace(/\r?\n$/, "");
  if (!secret.trim()) throw new Error(`${name}: ${file} is empty.`);
  return secret;
}
