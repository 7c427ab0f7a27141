import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";

/** In the place of the password's form, for an account that only signs in through a provider. */
export function NoPassword() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Change Password</CardTitle>
        <CardDescription>
          This account has no password: you sign in through a provider. To have one as well,{" "}
          <TextLink href="/forgot-password">set it by mail</TextLink>.
        </CardDescription>
      </CardHeader>
    </Card>
  );
}
