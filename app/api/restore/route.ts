import { append, begin, progress } from "@/server/http/first-restore";
import { refuseOthers } from "@/server/http/methods";

export const dynamic = "force-dynamic";

export const GET = progress;
export const POST = begin;
export const PUT = append;
export const { HEAD, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST", "PUT");
