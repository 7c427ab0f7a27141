import { bankList } from "@/lib/contracts/integrations";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listBanks } from "@/server/integrations/ledger-accounts";

export const GET = route(bankList, (ctx) => listBanks(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
