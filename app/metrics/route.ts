import { refuseOthers } from "@/server/http/methods";
import { metricsAnswer } from "@/server/http/metrics";

export const dynamic = "force-dynamic";

export { metricsAnswer as GET };
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "HEAD");
