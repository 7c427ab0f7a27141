import { dashboardStatus } from "@/lib/contracts/dashboard";
import { loadDashboardStatus } from "@/server/dashboard/dashboard-status";
import { route } from "@/server/http/route";

export const GET = route(dashboardStatus, (ctx) => loadDashboardStatus(ctx));
