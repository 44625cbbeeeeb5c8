import type { Person } from "@korki/contracts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Card } from "../../ui/card";
import { Facts } from "../../ui/facts";
import { formatDateTime } from "../../ui/formats";

/** Shows the state of an account, with links to what belongs to it; of an erased one only what is left. */
export function PersonFacts(props: {
  person: Person;
  lessonsTo?: string;
  more?: readonly (readonly [string, ReactNode])[];
}) {
  const { person, lessonsTo, more = [] } = props;
  return (
    <Card title={texts.account}>
      <Facts
        facts={[
          ...(person.erasedAt === null
            ? [
                [
                  texts.emailState,
                  person.isEmailConfirmed ? texts.emailConfirmed : texts.unconfirmed,
                ] as const,
                [texts.telegram, person.isTelegramConnected ? texts.telegramOn : texts.telegramOff] as const,
              ]
            : []),
          [texts.createdAt, formatDateTime(person.createdAt)],
          ...(person.erasedAt === null ? more : []),
          ...(lessonsTo
            ? [
                [
                  texts.lessonsOf,
                  <Anchor key="lessons" component={Link} to={lessonsTo} inherit>
                    {texts.showLessons}
                  </Anchor>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Card>
  );
}
