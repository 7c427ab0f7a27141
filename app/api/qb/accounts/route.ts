import { accountList as contract } from "@/lib/contracts/bookings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listBookableAccounts } from "@/server/integrations/list-bookable-accounts";

export const GET = route(contract, (ctx) => listBookableAccounts(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
