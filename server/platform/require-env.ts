import { type Env, getEnv } from "./env";

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
