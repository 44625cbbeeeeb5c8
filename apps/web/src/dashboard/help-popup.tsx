import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Skeleton, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { APP_VERSION } from "@korki/domain";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { useCentreInfo } from "../server/centre-info";
import { formatPhone } from "../ui/formats";
import { Sheet } from "../ui/sheet";
import styles from "./help-popup.module.css";

/** Whom to ask: the centre's phone and e-mail. */
export default function HelpPopup({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const info = useCentreInfo();
  return (
    <Sheet opened={opened} onClose={onClose} title={dashboardTexts.help} size="sm">
      <Stack gap="md">
        <Text c="dimmed">{dashboardTexts.helpText}</Text>
        {info ? (
          <Stack gap="xs">
            <a className={styles.contact} href={`tel:${info.contactPhone.replaceAll(/[^\d+]/g, "")}`}>
              <IconPhone size={20} aria-hidden />
              <span>
                <span className={styles.kind}>{dashboardTexts.helpPhone}</span>
                <span className="tabular">{formatPhone(info.contactPhone)}</span>
              </span>
            </a>
            <a className={styles.contact} href={`mailto:${info.contactEmail}`}>
              <IconMail size={20} aria-hidden />
              <span>
                <span className={styles.kind}>{dashboardTexts.helpEmail}</span>
                <span>{info.contactEmail}</span>
              </span>
            </a>
          </Stack>
        ) : (
          <Stack gap="xs" aria-label={interfaceTexts.loading}>
            <Skeleton height="3.75rem" />
            <Skeleton height="3.75rem" />
          </Stack>
        )}
        <Text c="dimmed" size="xs">
          {dashboardTexts.version(APP_VERSION)}
        </Text>
      </Stack>
    </Sheet>
  );
}
