import type { ImportKind } from "@korki/contracts/imports";
import { importTexts as texts } from "@korki/contracts/texts/imports";
import { Button, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { saveFile } from "../../ui/save-file";
import { toastError } from "../../ui/toasts";
import { ImportFile } from "./import-file";
import { PastImports } from "./past-imports";

/** The tab "Import": students and payments from a file, and what was imported (rules §28). */
export default function ImportPage() {
  const [params, setParams] = useSearchParams();
  const kind: ImportKind = params.get("co") === "wplaty" ? "payments" : "students";
  return (
    <Stack gap="lg">
      <Card title={texts.title} text={texts.text}>
        <Stack gap="md">
          <SegmentedControl
            aria-label={texts.kind}
            value={kind}
            onChange={(chosen) => setParams(chosen === "payments" ? { co: "wplaty" } : {}, { replace: true })}
            data={[
              { value: "students", label: texts.kinds.students },
              { value: "payments", label: texts.kinds.payments },
            ]}
            w="fit-content"
          />
          <Text size="sm">{texts.sampleHelp[kind]}</Text>
          <Text size="sm" c="dimmed">
            {texts.limits}
          </Text>
          <SampleButton kind={kind} />
          {/* A file is of one kind. */}
          <ImportFile key={kind} kind={kind} />
        </Stack>
      </Card>
      <PastImports />
    </Stack>
  );
}

function SampleButton({ kind }: { kind: ImportKind }) {
  const utils = trpc.useUtils();
  return (
    <Button
      variant="default"
      w="fit-content"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={async () => {
        try {
          saveFile(await utils.imports.sample.fetch({ kind }));
        } catch (error) {
          toastError(errorText(error));
        }
      }}
    >
      {texts.sample}
    </Button>
  );
}
