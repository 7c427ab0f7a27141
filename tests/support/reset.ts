import { type Answer, call } from "./client";

/** One caller, with a fixed network address and its own cookies. */
export function browser(ipAddress = "198.51.100.7") {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async post(path: string, body: object, token?: string): Promise<Answer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await call("POST", path, {
        body,
        ...(token && { token }),
        headers: { "x-forwarded-for": ipAddress, ...(cookie && { cookie }) },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    send: function (email: string) {
      return this.post("/user/send-otp/api/", { email });
    },
    verify: function (email: string, otp: string) {
      return this.post("/user/verify-otp/api/", { email, otp });
    },
    reset: function (email: string, password: string) {
      const body = { email, new_password: password, confirm_password: password };
      return this.post("/user/reset-password/api/", body);
    },
    login: function (username: string, password: string) {
      return this.post("/user/login/api/", { username, password });
    },
  };
}
