/** Environment variables by name; undefined counts as unset. */
export type Environment = Record<string, string | undefined>;

/** The same in the type that `spawn` expects; Next declares NODE_ENV as one of three values. */
export function processEnv(env: Environment): NodeJS.ProcessEnv {
  return { ...env, NODE_ENV: env.NODE_ENV as NodeJS.ProcessEnv["NODE_ENV"] };
}
