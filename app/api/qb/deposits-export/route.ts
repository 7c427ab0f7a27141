import { depositExport } from "@/lib/contracts/deposit-export";
import { exportDeposits } from "@/server/deposits/export-deposits";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(depositExport, (ctx, { query }) => exportDeposits(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
