import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconCloudOff, IconMailCheck, IconMailX, IconMapSearch } from "@tabler/icons-react";
import { lazy, type ReactElement, Suspense, useEffect } from "react";
import { paths } from "../paths";
import { useCentreInfo } from "../server/centre-info";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { AuthPage } from "./auth-page";
import { Boundary } from "./boundary";
import { ButtonLink } from "./button-link";
import formStyles from "./form.module.css";
import { TrialSignUpPage } from "./trial-sign-up-page";

// A link from an e-mail or to the prices loads its page alone; the sign-in page loads without them.
const ConfirmEmailPage = lazy(async () => ({
  default: (await import("./confirm-email-page")).ConfirmEmailPage,
}));
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
    if (name === paths.home || name === paths.auth) return <AuthPage />;
    if (name === paths.trialSignUp) return <TrialSignUpPage />;
    if (name === paths.priceList) return linked(<PriceListPage />);
    if (name === paths.emailConfirmed) return <EmailConfirmed />;
    if (name === paths.emailNotConfirmed) return <EmailNotConfirmed />;
  } else if (rest.length === 0) {
    const token = decodeURIComponent(second);
    if (name === paths.bill) return <ToBill id={token} />;
    if (name === paths.resetPassword) return linked(<ResetPasswordPage confirmId={token} />);
    if (name === paths.confirmEmail) return linked(<ConfirmEmailPage token={token} />);
    if (name === paths.invitation) return linked(<InvitationPage token={token} />);
    if (name === paths.loginLink) return linked(<LoginLinkPage token={token} />);
    if (name === paths.notMe) return linked(<NotMePage token={token} />);
  }
  return <NotFound />;
}

/** A bill is paid in the dashboard, which asks who is not signed in, and comes back to it. */
function ToBill({ id }: { id: string }) {
  useEffect(() => location.replace(paths.paymentsOfBill(id)), [id]);
  return <Splash />;
}

function linked(page: ReactElement): ReactElement {
  return (
    <Boundary fallback={<NotLoaded />}>
      <Suspense fallback={<Splash />}>{page}</Suspense>
    </Boundary>
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

/** Where the link in the registration e-mail ends. */
function EmailConfirmed() {
  return (
    <MessagePage
      tone="good"
      icon={<IconMailCheck size={30} aria-hidden />}
      title={signInTexts.emailConfirmed}
      text={signInTexts.emailConfirmedText}
      action={<ButtonLink to={paths.auth} label={signInTexts.goToLogin} />}
    />
  );
}

/** Where a link ends that is over, or not whole. */
function EmailNotConfirmed() {
  const centre = useCentreInfo();
  return (
    <MessagePage
      tone="bad"
      icon={<IconMailX size={30} aria-hidden />}
      title={signInTexts.emailNotConfirmed}
      text={
        <>
          <p>{signInTexts.emailNotConfirmedText}</p>
          {centre ? <p>{signInTexts.emailNotConfirmedContact(centre.contactEmail)}</p> : null}
        </>
      }
      action={<ButtonLink to={paths.auth} label={signInTexts.goToLogin} />}
    />
  );
}

/** Any address that leads nowhere. */
function NotFound() {
  return (
    <MessagePage
      tone="calm"
      icon={<IconMapSearch size={30} aria-hidden />}
      title={commonTexts.pageNotFound}
      text={interfaceTexts.pageNotFoundText}
      action={<ButtonLink to={paths.home} label={interfaceTexts.toHomePage} />}
    />
  );
}
