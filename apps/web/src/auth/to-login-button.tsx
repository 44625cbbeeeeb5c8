import { signInTexts } from "@korki/contracts/texts/sign-in";
import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";

/** Leads to the sign-in. */
export function ToLoginButton() {
  return (
    <Button component={Link} to={paths.auth} fullWidth>
      {signInTexts.goToLogin}
    </Button>
  );
}
