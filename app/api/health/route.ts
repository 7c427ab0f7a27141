import { health } from "@/server/http/health";
import { refuseOthers } from "@/server/http/methods";

export const dynamic = "force-dynamic";

/** 200 once the product can serve, 503 otherwise. */
export { health as GET };
export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET");
