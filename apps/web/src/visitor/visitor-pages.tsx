import { interfaceTexts } from "@korki/contracts/texts/interface";
import { IconCloudOff } from "@tabler/icons-react";
import { lazy, type ReactElement, useEffect } from "react";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { visitorPaths } from "../visitor-paths";
import { AuthPage } from "./auth-page";
import formStyles from "./form.module.css";
import { LazyPart } from "./lazy-part";
import { TrialSignUpPage } from "./trial-sign-up-page";

// A link from an e-mail or to the prices loads its page alone; the sign-in page loads without them.
const ConfirmEmailPage = lazy(async () => ({
  default: (await import("./confirm-email-page")).ConfirmEmailPage,
}));
const EmailConfirmed = lazy(async () => ({ default: (await import("./message-pages")).EmailConfirmed }));
const EmailNotConfirmed = lazy(async () => ({
  default: (await import("./message-pages")).EmailNotConfirmed,
}));
const NotFound = lazy(async () => ({ default: (await import("./message-pages")).NotFound }));
const InvitationPage = lazy(async () => ({ default: (await import("./invitation-page")).InvitationPage }));
const PriceListPage = lazy(async () => ({ default: (await import("./price-list-page")).PriceListPage }));
const LoginLinkPage = lazy(async () => ({ default: (await import("./login-link-page")).LoginLinkPage }));
const NotMePage = lazy(async () => ({ default: (await import("./not-me-page")).NotMePage }));

const ResetPasswordPage = lazy(async () => ({
  default: (await import("./reset-password-page")).ResetPasswordPage,
}));

/** The page of an address outside the dashboard (rules §24); each is loaded separately. */
export function VisitorPage({ pathname }: { pathname: string }): ReactElement {
  const [first = "", second, ...rest] = pathname.split("/").filter(Boolean);
  const name = `/${first}`;
  if (second === undefined) {
    if (name === visitorPaths.home || name === visitorPaths.auth) return <AuthPage />;
    if (name === visitorPaths.trialSignUp) return <TrialSignUpPage />;
    if (name === visitorPaths.priceList) return linked(<PriceListPage />);
    if (name === visitorPaths.emailConfirmed) return linked(<EmailConfirmed />);
    if (name === visitorPaths.emailNotConfirmed) return linked(<EmailNotConfirmed />);
  } else if (rest.length === 0) {
    const token = decodeURIComponent(second);
    if (name === visitorPaths.bill) return <ToBill id={token} />;
    if (name === visitorPaths.resetPassword) return linked(<ResetPasswordPage confirmId={token} />);
    if (name === visitorPaths.confirmEmail) return linked(<ConfirmEmailPage token={token} />);
    if (name === visitorPaths.invitation) return linked(<InvitationPage token={token} />);
    if (name === visitorPaths.loginLink) return linked(<LoginLinkPage token={token} />);
    if (name === visitorPaths.notMe) return linked(<NotMePage token={token} />);
  }
  return linked(<NotFound />);
}

/** A bill is paid in the dashboard, which asks who is not signed in, and comes back to it. */
function ToBill({ id }: { id: string }) {
  useEffect(() => location.replace(visitorPaths.paymentsOfBill(id)), [id]);
  return <Splash />;
}

function linked(page: ReactElement): ReactElement {
  return (
    <LazyPart loading={<Splash />} failed={<NotLoaded />}>
      {page}
    </LazyPart>
  );
}

/** A page whose file did not arrive. */
function NotLoaded() {
  return (
    <MessagePage
      tone="bad"
      icon={<IconCloudOff size={30} aria-hidden />}
      title={interfaceTexts.screenNotLoaded}
      text={interfaceTexts.screenNotLoadedText}
      action={
        <button
          type="button"
          className={`${formStyles.button} ${formStyles.wide}`}
          onClick={() => location.reload()}
        >
          {interfaceTexts.refresh}
        </button>
      }
    />
  );
}
