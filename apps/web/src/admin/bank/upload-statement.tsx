import { BANK_COLUMNS, type BankFileInput, type BankQuestion, bankQuestion } from "@korki/contracts/bank";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { importTexts } from "@korki/contracts/texts/imports";
import { IMPORT_FILE_BYTES_MAX } from "@korki/domain";
import { Button, FileButton, Group, Select, Stack, Text } from "@mantine/core";
import "../../ui/select-styles";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { detailOf, errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { fileBase64 } from "../../ui/file-base64";
import { FormError } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";

/** Sends a bank's file; where its columns are not certain, asks for them once. */
export function UploadStatement({ onRead }: { onRead: (id: string) => void }) {
  const upload = trpc.bankStatements.upload.useMutation({ onSuccess: ({ id }) => onRead(id) });
  return (
    <BankFile
      text={texts.limits}
      send={(file) => upload.mutateAsync({ ...file, canAsk: true })}
      call={upload}
    />
  );
}

/** Sends a statement's file once more, to be read with other columns. */
export function ChangeColumns(props: { id: string; fileName: string; onDone: () => void }) {
  const { id, fileName, onDone } = props;
  const change = trpc.bankStatements.changeColumns.useMutation({
    onSuccess() {
      toastSuccess(texts.columnsChanged);
      onDone();
    },
  });
  return (
    <BankFile
      text={texts.changeColumnsText(fileName)}
      send={({ base64, mapping }) => change.mutateAsync({ id, base64, mapping })}
      call={change}
    />
  );
}

type Mapping = NonNullable<BankFileInput["mapping"]>;
type Question = BankQuestion & { text: string };

/** @param props.send fails with the columns where somebody has to say them; they stay until the file is read */
function BankFile(props: {
  text: string;
  send: (file: BankFileInput) => Promise<unknown>;
  call: { isPending: boolean; error: unknown };
}) {
  const { text, send, call } = props;
  const [file, setFile] = useState<BankFileInput | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isTooBig, setTooBig] = useState(false);

  async function take(chosen: File | null) {
    if (!chosen) return;
    setQuestion(null);
    setTooBig(chosen.size > IMPORT_FILE_BYTES_MAX);
    if (chosen.size > IMPORT_FILE_BYTES_MAX) return;
    const input = { fileName: chosen.name.slice(0, 200), base64: await fileBase64(chosen) };
    setFile(input);
    await send(input).catch((refusal) => setQuestion(questionOf(refusal)));
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <FileButton
        onChange={take}
        accept=".csv,.txt,.sta,.mt940,.940,.xlsx,text/csv,text/plain"
        inputProps={{ "aria-label": texts.choose }}
      >
        {(button) => (
          <Button
            {...button}
            w="fit-content"
            loading={call.isPending}
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {texts.choose}
          </Button>
        )}
      </FileButton>
      {isTooBig ? <FormError error={null} text={importTexts.tooBig} /> : null}
      {file && question ? (
        <Columns
          question={question}
          isPending={call.isPending}
          onSay={(mapping) => send({ ...file, mapping }).catch(() => undefined)}
        />
      ) : null}
      {call.error && !questionOf(call.error) ? <FormError error={call.error} /> : null}
    </Stack>
  );
}

function questionOf(refusal: unknown): Question | null {
  const { data } = bankQuestion.safeParse({
    columns: detailOf(refusal, "columns"),
    guess: detailOf(refusal, "guess"),
  });
  return data ? { ...data, text: errorText(refusal) } : null;
}

function Columns(props: { question: Question; isPending: boolean; onSay: (mapping: Mapping) => void }) {
  const { columns, guess, text } = props.question;
  const [chosen, setChosen] = useState(guess);
  const { on, amount } = chosen;
  return (
    <Stack gap="sm" component="section" aria-label={texts.columns}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Group gap="sm" align="flex-end">
        {BANK_COLUMNS.map((column) => (
          <Select
            key={column}
            label={texts.columnNames[column]}
            placeholder={texts.none}
            data={[...new Set(columns)]}
            value={chosen[column] ?? null}
            onChange={(name) => setChosen({ ...chosen, [column]: name ?? undefined })}
            clearable
            w="12rem"
          />
        ))}
        <Button
          loading={props.isPending}
          disabled={!on || !amount}
          onClick={() => on && amount && props.onSay({ ...chosen, on, amount })}
        >
          {texts.read}
        </Button>
      </Group>
    </Stack>
  );
}
