import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";

/** In the place of the password's form, for an account that only signs in through a provider. */
export function NoPassword() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Change Password</CardTitle>
        <CardDescription>
          This account has no password because you sign in through a provider. To add one,{" "}
          <TextLink href="/forgot-password">set it by email</TextLink>.
        </CardDescription>
      </CardHeader>
    </Card>
  );
}
