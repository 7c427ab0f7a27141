/** An environment in the type `spawn` wants, on which Next insists that NODE_ENV has a certain value. */
export function processEnv(env: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...env, NODE_ENV: env.NODE_ENV as NodeJS.ProcessEnv["NODE_ENV"] };
}
