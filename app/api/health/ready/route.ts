import { ready } from "@/server/http/health";
import { refuseOthers } from "@/server/http/methods";

export const dynamic = "force-dynamic";

export { ready as GET };
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
