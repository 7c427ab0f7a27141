export const AUTHORIZENET_PATH = "/xml/v1/request.api";

/** The one merchant that the stand-in knows. */
export const AUTHORIZENET_MERCHANT = {
  loginId: "5KP3u95bQpv",
  transactionKey: "346HZ32z3fP4hTG2",
  name: "Harbor Lane Ceramics",
  gatewayId: "565697",
  timeZone: "America/New_York",
} as const;
