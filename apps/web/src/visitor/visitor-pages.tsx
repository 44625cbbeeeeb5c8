import { interfaceTexts, missingScreenTexts } from "@korki/contracts/texts/interface";
import { IconCloudOff } from "@tabler/icons-react";
import { lazy, type ReactElement, useEffect } from "react";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { splitAddress, visitorPaths } from "../visitor-paths";
import { AuthPage } from "./auth-page";
import formStyles from "./form.module.css";
import { LazyPart } from "./lazy-part";
import { TrialSignUpPage } from "./trial-sign-up-page";

// The sign-in page loads without what links lead to.
const LinkedPage = lazy(() => import("./linked-page"));

/** The page of an address outside the dashboard (rules §24). */
export function VisitorPage({ pathname }: { pathname: string }): ReactElement {
  const { name, token } = splitAddress(pathname);
  if (token === null) {
    if (name === visitorPaths.home || name === visitorPaths.auth) return <AuthPage />;
    if (name === visitorPaths.trialSignUp) return <TrialSignUpPage />;
  } else if (name === visitorPaths.bill) return <ToBill id={token} />;
  return (
    <LazyPart loading={<Splash />} failed={<NotLoaded />}>
      <LinkedPage name={name} token={token} />
    </LazyPart>
  );
}

/** A bill is paid in the dashboard, which asks who is not signed in, and comes back to it. */
function ToBill({ id }: { id: string }) {
  useEffect(() => location.replace(visitorPaths.paymentsOfBill(id)), [id]);
  return <Splash />;
}

/** A page whose file did not arrive. */
function NotLoaded() {
  return (
    <MessagePage
      tone="bad"
      icon={<IconCloudOff size={30} aria-hidden />}
      title={missingScreenTexts.notLoaded}
      text={missingScreenTexts.notLoadedText}
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
