import { dataExport } from "@/lib/contracts/data-export";
import { exportCompany } from "@/server/export/export-company";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";

export const GET = route(dataExport, (ctx) => exportCompany(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
