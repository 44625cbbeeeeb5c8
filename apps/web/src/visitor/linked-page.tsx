import type { ReactElement } from "react";
import { visitorPaths } from "../visitor-paths";
import { ConfirmEmailPage } from "./confirm-email-page";
import { InvitationPage } from "./invitation-page";
import { LoginLinkPage } from "./login-link-page";
import { EmailConfirmed, EmailNotConfirmed, NotFound } from "./message-pages";
import { NotMePage } from "./not-me-page";
import { PriceListPage } from "./price-list-page";
import { ResetPasswordPage } from "./reset-password-page";

/** What the links in e-mails, and the one to the prices, lead to (rules §24). */
export default function LinkedPage({ name, token }: { name: string; token: string | null }): ReactElement {
  if (token === null) {
    if (name === visitorPaths.priceList) return <PriceListPage />;
    if (name === visitorPaths.emailConfirmed) return <EmailConfirmed />;
    if (name === visitorPaths.emailNotConfirmed) return <EmailNotConfirmed />;
  } else {
    if (name === visitorPaths.resetPassword) return <ResetPasswordPage confirmId={token} />;
    if (name === visitorPaths.confirmEmail) return <ConfirmEmailPage token={token} />;
    if (name === visitorPaths.invitation) return <InvitationPage token={token} />;
    if (name === visitorPaths.loginLink) return <LoginLinkPage token={token} />;
    if (name === visitorPaths.notMe) return <NotMePage token={token} />;
  }
  return <NotFound />;
}
