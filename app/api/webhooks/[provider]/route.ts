import { refuseOthers } from "@/server/http/methods";
import { webhook } from "@/server/http/webhook";
import { receiveWebhook } from "@/server/sync/webhooks/receive-webhook";

export const POST = webhook(receiveWebhook);
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = refuseOthers("POST");
