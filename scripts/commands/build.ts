import { ensureBuild } from "../lib/build";
import { supervise } from "../lib/supervise";

/** `npm run build`: builds the product, unless its sources are the ones it was last built from. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    await ensureBuild(scope, console.error);
    return 0;
  });
}
