import { accountLinkTexts } from "@korki/contracts/texts/account-security";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Alert, Anchor, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { paths } from "../paths";
import { usePageTitle } from "../ui/page-title";
import { AuthLayout } from "./auth-layout";
import { PasswordChanged } from "./password-changed";
import { ResetPasswordForm } from "./reset-password-form";
import { useAccountLink } from "./use-account-link";

/** The page behind the link in a recovery e-mail or an invitation: sets a password. */
export default function ResetPasswordPage() {
  const { confirmId = "" } = useParams();
  const [changed, setChanged] = useState(false);
  const isOver = useAccountLink(confirmId).state === "over";
  usePageTitle(signInTexts.newPasswordTitle);

  return (
    <AuthLayout>
      <Stack gap="lg">
        <Title order={1}>{signInTexts.newPasswordTitle}</Title>
        {changed ? (
          <PasswordChanged />
        ) : isOver ? (
          <Alert color="red" variant="light">
            {accountLinkTexts.recoveryLinkOverText}
          </Alert>
        ) : (
          <ResetPasswordForm confirmId={confirmId} onChanged={() => setChanged(true)} />
        )}
        <Anchor component={Link} to={paths.auth} fw={550} ta="center">
          {signInTexts.backToLogin}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
