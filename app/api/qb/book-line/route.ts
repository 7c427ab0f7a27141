import { bookLine as contract } from "@/lib/contracts/bookings";
import { refuseOthers } from "@/server/http/methods";
import { route } from "@/server/http/route";
import { bookLine } from "@/server/workflows/book-line";

export const POST = route(contract, (ctx, { body }) => bookLine(ctx, body));
export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
