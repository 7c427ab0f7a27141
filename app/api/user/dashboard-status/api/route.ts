import { dashboardStatus } from "@/lib/contracts/dashboard";
import { loadDashboardStatus } from "@/server/dashboard/load-dashboard-status";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(dashboardStatus, (ctx) => loadDashboardStatus(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
