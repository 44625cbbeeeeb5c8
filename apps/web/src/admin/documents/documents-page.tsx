import type { DocumentVersion } from "@korki/contracts/consents";
import { adminDocumentTexts as texts } from "@korki/contracts/texts/consent-screens";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { Badge, Button, Divider, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import "@mantine/core/styles/Divider.layer.css";
import { IconPlus } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { civilDateOf, formatDate } from "../../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../../ui/page-states";
import { Sheet } from "../../ui/sheet";
import { DocumentText } from "../../visitor/document-fields";
import { ConsentStates } from "./consent-states";
import { PublishDocumentForm } from "./publish-document-form";

type Opened = { is: "publish"; next: DocumentVersion | null } | { is: "states"; of: DocumentVersion };

/** "Dokumenty": the centre's documents with all their versions, and who agreed to which (rules §16). */
export default function DocumentsPage() {
  const query = trpc.consents.versions.useQuery();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const versions = query.data ?? [];
  return (
    <Card
      title={texts.title}
      text={texts.text}
      actions={
        <Button
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setOpened({ is: "publish", next: null })}
        >
          {texts.publish}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState picture="notes" title={texts.none} text={texts.noneText} />
          ) : (
            <Stack gap="lg">
              {rows.map((version, place) => (
                <Fragment key={version.id}>
                  {place > 0 ? <Divider /> : null}
                  <Version
                    version={version}
                    onNext={() => setOpened({ is: "publish", next: version })}
                    onStates={() => setOpened({ is: "states", of: version })}
                  />
                </Fragment>
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Sheet opened={opened !== null} onClose={close} size="lg" title={opened ? titleOf(opened) : ""}>
        {opened?.is === "publish" ? (
          <PublishDocumentForm
            before={opened.next}
            kinds={[...new Set(versions.map(({ kind }) => kind))]}
            onPublished={close}
          />
        ) : opened ? (
          <ConsentStates document={opened.of} />
        ) : null}
      </Sheet>
    </Card>
  );
}

function titleOf(opened: Opened): string {
  if (opened.is === "states") return texts.whoOf(opened.of.title, opened.of.version);
  return opened.next ? texts.newVersionOf(opened.next.title) : texts.publish;
}

function Version(props: { version: DocumentVersion; onNext: () => void; onStates: () => void }) {
  const { version, onNext, onStates } = props;
  const { title, text, roles, mandatory, isCurrent, publishedAt, publishedBy, accepted, withdrawn } = version;
  const numbered = texts.version(version.version);
  const counts = [texts.accepted(accepted), withdrawn > 0 && texts.withdrawn(withdrawn)].filter(Boolean);
  return (
    <section aria-label={`${title}, ${numbered}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={550}>{title}</Text>
            <Badge variant="light" tt="none" color={isCurrent ? "green" : "gray"}>
              {numbered}, {isCurrent ? texts.current : texts.former}
            </Badge>
            {mandatory ? (
              <Badge variant="light" tt="none">
                {texts.mandatory}
              </Badge>
            ) : null}
          </Group>
          <Text size="sm">{roles.map((role) => dashboardTexts.accountTypes[role]).join(", ")}</Text>
          <Text size="sm" c="dimmed">
            {texts.publishedBy(formatDate(civilDateOf(publishedAt)), publishedBy)}
          </Text>
          <Text size="sm">{counts.join(", ")}</Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={texts.whoOf(title, version.version)}
            onClick={onStates}
          >
            {texts.who}
          </Button>
          {isCurrent ? (
            <Button size="xs" variant="default" aria-label={texts.newVersionOf(title)} onClick={onNext}>
              {texts.newVersion}
            </Button>
          ) : null}
        </Group>
      </Group>
      <DocumentText title={title} text={text} />
    </section>
  );
}
