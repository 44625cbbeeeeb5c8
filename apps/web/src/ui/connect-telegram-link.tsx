import { settingsTexts as texts } from "@korki/contracts/texts/settings";
import { TELEGRAM_LINK_MINUTES } from "@korki/domain";
import { Button, Stack, Text } from "@mantine/core";
import { IconBrandTelegram } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../trpc";

/** Renews the link well before it expires, as long as somebody looks. */
const RENEW_MS = (TELEGRAM_LINK_MINUTES - 5) * 60_000;

/** Opens the bot with a link that connects the chat by itself. Nothing where no bot is set up, or no link is to be had. */
export function ConnectTelegramLink() {
  if (!useTelegramLink()) return null;
  return (
    <Stack gap="md" mb="lg">
      <Stack gap="xs" align="flex-start">
        <ConnectTelegramButton />
        <Text size="sm">{texts.connectWithTelegramText}</Text>
      </Stack>
      <Text fw={550}>{texts.orByCode}</Text>
    </Stack>
  );
}

/** The link as a button. */
export function ConnectTelegramButton({ variant = "filled" }: { variant?: "filled" | "default" }) {
  const url = useTelegramLink();
  if (!url) return null;
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      variant={variant}
      leftSection={<IconBrandTelegram size={20} aria-hidden />}
    >
      {texts.connectWithTelegram}
    </Button>
  );
}

function useTelegramLink(): string | null {
  const { client } = trpc.useUtils();
  const { data } = useQuery({
    queryKey: ["telegramLink"],
    queryFn: () => client.account.createTelegramLink.mutate(),
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
    gcTime: 0,
    retry: false,
  });
  return data?.url ?? null;
}
