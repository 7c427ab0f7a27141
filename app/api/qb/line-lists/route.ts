import { lineLists as contract } from "@/lib/contracts/line-settings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { listLineChoices } from "@/server/integrations/list-line-choices";

export const GET = route(contract, (ctx) => listLineChoices(ctx));
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
