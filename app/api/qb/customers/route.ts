import { customerSearch as contract } from "@/lib/contracts/receipts";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { searchCustomers } from "@/server/integrations/search-customers";

export const GET = route(contract, (ctx, { query }) => searchCustomers(ctx, query));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
