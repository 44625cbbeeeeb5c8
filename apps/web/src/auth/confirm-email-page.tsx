import { accountLinkTexts } from "@korki/contracts/texts/account-security";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { IconMailQuestion } from "@tabler/icons-react";
import { Navigate, useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { publicClient } from "../server/public-client";
import { AccountLinkPage } from "./account-link-page";

/** The page behind the link in a registration's e-mail: says whose address is confirmed, and does it by one button. */
export default function ConfirmEmailPage() {
  const navigate = useNavigate();
  return (
    <AccountLinkPage
      kind="confirm-email"
      icon={<IconMailQuestion size={30} aria-hidden />}
      title={accountLinkTexts.confirmTitle}
      text={accountLinkTexts.confirmText}
      facts={({ name, surname, role, email }) => [
        [accountLinkTexts.confirmName, `${name} ${surname}`.trim()],
        [accountLinkTexts.confirmRole, dashboardTexts.accountTypes[role]],
        [accountLinkTexts.confirmEmail, email],
      ]}
      button={accountLinkTexts.confirm}
      footnote={accountLinkTexts.confirmForeign}
      act={(token) => publicClient.account.confirmEmail.mutate({ token })}
      onDone={() => navigate(paths.emailConfirmed)}
      over={<Navigate to={paths.emailNotConfirmed} replace />}
    />
  );
}
