import { refuseOthers } from "@/server/http/methods";
import { operatorAnswer } from "@/server/http/operator";

export const dynamic = "force-dynamic";

export const GET = (request: Request) => operatorAnswer(request);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
