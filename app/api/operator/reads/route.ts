import { refuseOthers } from "@/server/http/methods";
import { operator } from "@/server/http/operator";
import { loadReads } from "@/server/overview/load-reads";

export const dynamic = "force-dynamic";

export const GET = operator(loadReads);
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
