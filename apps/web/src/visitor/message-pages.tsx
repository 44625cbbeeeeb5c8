import { commonTexts } from "@korki/contracts/texts/common";
import { missingScreenTexts } from "@korki/contracts/texts/interface";
import { signInTexts } from "@korki/contracts/texts/sign-in";
import { IconMailCheck, IconMailX, IconMapSearch } from "@tabler/icons-react";
import { useCentreInfo } from "../server/centre-info";
import { MessagePage } from "../ui/message-page";
import { visitorPaths } from "../visitor-paths";
import { ButtonLink } from "./button-link";

/** Where the link in the registration e-mail ends. */
export function EmailConfirmed() {
  return (
    <MessagePage
      tone="good"
      icon={<IconMailCheck size={30} aria-hidden />}
      title={signInTexts.emailConfirmed}
      text={signInTexts.emailConfirmedText}
      action={<ButtonLink to={visitorPaths.auth} label={signInTexts.goToLogin} />}
    />
  );
}

/** Where a link ends that is over, or not whole. */
export function EmailNotConfirmed() {
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
      action={<ButtonLink to={visitorPaths.auth} label={signInTexts.goToLogin} />}
    />
  );
}

/** Any address that leads nowhere. */
export function NotFound() {
  return (
    <MessagePage
      tone="calm"
      icon={<IconMapSearch size={30} aria-hidden />}
      title={commonTexts.pageNotFound}
      text={missingScreenTexts.notFoundText}
      action={<ButtonLink to={visitorPaths.home} label={missingScreenTexts.toHomePage} />}
    />
  );
}
