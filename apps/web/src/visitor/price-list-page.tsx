import type { PublicPrices } from "@korki/contracts/centre";
import { levelTexts } from "@korki/contracts/texts/statuses";
import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { IconTag } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { errorText } from "../server/errors";
import { publicClient } from "../server/public-client";
import { Facts } from "../ui/facts";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { visitorPaths } from "../visitor-paths";
import { ButtonLink } from "./button-link";
import { Note } from "./note";

/** What a lesson costs, as the administrator keeps it; where visitors are sent unless the centre has a page for it. */
export function PriceListPage() {
  const [prices, setPrices] = useState<PublicPrices | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    publicClient.centre.prices.query().then(setPrices, setError);
  }, []);
  if (!prices && !error) return <Splash />;
  return (
    <MessagePage
      tone="calm"
      icon={<IconTag size={30} aria-hidden />}
      title={texts.priceListTitle}
      text={texts.priceListText}
      action={
        <>
          {prices ? (
            <Facts facts={prices.map(({ level, price }) => [levelTexts[level], texts.perLesson(price)])} />
          ) : (
            <Note tone="bad">{errorText(error)}</Note>
          )}
          <ButtonLink to={visitorPaths.trialSignUp} label={texts.title} />
        </>
      }
    />
  );
}
