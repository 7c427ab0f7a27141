import { refuseOthers } from "@/server/http/methods";
import { handleNextAuth } from "@/server/http/next-auth";

// Reads and writes sign-in cookies, and nothing else does.
export { handleNextAuth as GET, handleNextAuth as POST };
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("GET", "POST");
