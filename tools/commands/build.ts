import { supervise } from "../process/supervise";
import { ensureBuild } from "../product/build";

/** `npm run build`: builds the product, unless its sources are unchanged since the last build. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    await ensureBuild(scope, console.error);
    return 0;
  });
}
