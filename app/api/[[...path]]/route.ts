import { providerVerbs, verbs } from "@/app/api/routes";
import { serve } from "@/server/http/serve";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(verbs, providerVerbs);
