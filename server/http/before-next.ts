import { isBuilt } from "@/server/platform/env";
import { isPaused } from "@/server/platform/installation";
import { trustProxies } from "./client-ip";
import { countPages } from "./count-pages";
import { endStalledAnswers } from "./end-stalled-answers";
import { endConnectionsWhenStopping } from "./graceful-stop";
import { keepPages } from "./kept-pages";
import { refuseBadRequests } from "./refuse-bad-requests";
import { secureByDefault } from "./secure-by-default";
import type { StrictTransport } from "./security-headers";
import { sendHeadersWithBody } from "./send-headers-with-body";
import { signedInRoutes } from "./signed-in-routes";

/** Puts before Next, on every server of this process, what Next can't do, does too late, or needn't do each time. */
export async function standBeforeNext(strictTransport: StrictTransport): Promise<void> {
  trustProxies();
  // The last to be put there is the first to see a request.
  if (isBuilt) keepPages({ routes: await signedInRoutes(), isSpecial: isPaused });
  refuseBadRequests({ strictTransport, isDevelopment: !isBuilt });
  secureByDefault(strictTransport);
  sendHeadersWithBody();
  endStalledAnswers();
  endConnectionsWhenStopping();
  countPages();
}
