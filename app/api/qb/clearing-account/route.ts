import { clearingList } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listClearing } from "@/server/integrations/ledger-accounts";

export const GET = route(clearingList, (ctx) => listClearing(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
