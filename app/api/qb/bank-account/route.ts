import { bankList } from "@/lib/contracts/integrations";
import { route } from "@/server/http/route";
import { listBanks } from "@/server/integrations/ledger-accounts";

export const GET = route(bankList, (ctx) => listBanks(ctx));
