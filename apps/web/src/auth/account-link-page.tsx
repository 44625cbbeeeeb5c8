import type { AccountLink } from "@korki/contracts/account-security";
import { accountLinkTexts } from "@korki/contracts/texts/account-security";
import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { useCentreInfo } from "../server/centre-info";
import { errorText, statusOf } from "../server/errors";
import { useCall } from "../server/use-call";
import { Facts } from "../ui/facts";
import { MessagePage } from "../ui/message-page";
import { Splash } from "../ui/splash";
import { ToLoginButton } from "./to-login-button";
import { useAccountLink } from "./use-account-link";

type KindOf = AccountLink["kind"];

/** The page of a link in an e-mail: says what it is for, and does it by one button. */
export function AccountLinkPage<Kind extends KindOf>(props: {
  kind: Kind;
  icon: ReactNode;
  title: string;
  text: string;
  facts: (link: Extract<AccountLink, { kind: Kind }>) => readonly (readonly [name: string, value: string])[];
  button: string;
  danger?: boolean;
  footnote?: string;
  act: (token: string) => Promise<unknown>;
  onDone: () => void;
  /** In place of the page that says that the link no longer works. */
  over?: ReactNode;
}) {
  const { token = "" } = useParams();
  const checked = useAccountLink(token);
  const { send, pending, error } = useCall(() => props.act(token), props.onDone);
  if (checked.state === "checking") return <Splash />;
  const link = checked.state === "live" && isOf(checked.link, props.kind) ? checked.link : null;
  if (!link || statusOf(error) === 400) return props.over ?? <LinkOver />;
  return (
    <MessagePage
      tone="calm"
      icon={props.icon}
      title={props.title}
      text={props.text}
      action={
        <Stack gap="md">
          <Facts facts={props.facts(link)} />
          {error ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(error)}
            </Alert>
          ) : null}
          <Button
            fullWidth
            loading={pending}
            color={props.danger ? "red" : undefined}
            onClick={() => send(null)}
          >
            {props.button}
          </Button>
          {props.footnote ? (
            <Text size="sm" c="dimmed" ta="center">
              {props.footnote}
            </Text>
          ) : null}
        </Stack>
      }
    />
  );
}

function isOf<Kind extends KindOf>(
  link: AccountLink,
  kind: Kind,
): link is Extract<AccountLink, { kind: Kind }> {
  return link.kind === kind;
}

function LinkOver() {
  const centre = useCentreInfo();
  return (
    <MessagePage
      tone="bad"
      icon={<IconLinkOff size={30} aria-hidden />}
      title={accountLinkTexts.linkOver}
      text={centre ? accountLinkTexts.linkOverText(centre.contactEmail) : null}
      action={<ToLoginButton />}
    />
  );
}
