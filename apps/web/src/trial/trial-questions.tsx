import type { CentreInfo } from "@korki/contracts/centre";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { Accordion, Anchor, Text } from "@mantine/core";
import "@mantine/core/styles/Accordion.layer.css";
import { Card } from "../ui/card";
import styles from "./trial-questions.module.css";

/** What visitors ask: what next, prices, who we are. */
export function TrialQuestions({ centre }: { centre: CentreInfo | null }) {
  return (
    <Card title={texts.questions}>
      <Accordion
        order={3}
        defaultValue="next"
        chevronPosition="right"
        classNames={{ control: styles.control ?? "", content: styles.panel ?? "", item: styles.item ?? "" }}
      >
        <Accordion.Item value="next">
          <Accordion.Control>{texts.whatNext}</Accordion.Control>
          <Accordion.Panel>{texts.whatNextText}</Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="prices">
          <Accordion.Control>{texts.prices}</Accordion.Control>
          <Accordion.Panel>
            <Text>{texts.pricesText}</Text>
            {centre ? (
              <Anchor href={centre.priceListUrl} target="_blank" rel="noopener noreferrer">
                {texts.priceList}
              </Anchor>
            ) : null}
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="about">
          <Accordion.Control>{texts.about}</Accordion.Control>
          <Accordion.Panel>{texts.aboutText(centre?.name ?? interfaceTexts.appName)}</Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Card>
  );
}
