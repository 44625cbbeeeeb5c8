import { type DocumentVersion, documentFields } from "@korki/contracts/consents";
import { adminDocumentTexts as texts } from "@korki/contracts/texts/consent-screens";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { ROLES, type Role } from "@korki/domain";
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { FormShell } from "../../ui/form-shell";
import { saved } from "../../ui/toasts";

const isFilled = (schema: (typeof documentFields)["kind" | "title" | "text"]) => (typed: string) =>
  schema.safeParse(typed).success ? null : texts.required;

/**
 * Publishes a document, or the next version of one.
 *
 * @param before the version that it replaces; its kind stays
 * @param kinds those that exist already, as suggestions
 */
export function PublishDocumentForm(props: {
  before: DocumentVersion | null;
  kinds: readonly string[];
  onPublished: () => void;
}) {
  const { before, kinds, onPublished } = props;
  const form = useForm({
    initialValues: {
      kind: before?.kind ?? "",
      title: before?.title ?? "",
      text: before?.text ?? "",
      mandatory: before?.mandatory ?? true,
      roles: (before?.roles ?? ["Student", "Parent", "Teacher"]) as Role[],
    },
    validateInputOnBlur: true,
    validate: {
      kind: isFilled(documentFields.kind),
      title: isFilled(documentFields.title),
      text: isFilled(documentFields.text),
      roles: (roles) => (roles.length === 0 ? texts.rolesMissing : null),
    },
  });
  const publish = trpc.consents.publish.useMutation({ onSuccess: saved(form, texts.published, onPublished) });

  async function ask(values: typeof form.values) {
    const sure = await confirm({
      title: texts.publishQuestion(values.title),
      text: values.mandatory ? texts.publishMandatoryText : texts.publishText,
      confirmLabel: texts.publish,
    });
    if (sure) publish.mutate(values);
  }

  return (
    <FormShell form={form} label={texts.publish} call={publish} onSubmit={(values) => void ask(values)}>
      <TextInput
        label={texts.kind}
        description={texts.kindHint}
        list="document-kinds"
        readOnly={before !== null}
        autoComplete="off"
        {...form.getInputProps("kind")}
      />
      <datalist id="document-kinds">
        {kinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps("title")} />
      <Textarea label={texts.content} rows={10} {...form.getInputProps("text")} />
      <Checkbox.Group label={texts.roles} {...form.getInputProps("roles")}>
        {ROLES.map((role) => (
          <Checkbox key={role} value={role} mt="xs" label={dashboardTexts.accountTypes[role]} />
        ))}
      </Checkbox.Group>
      <Checkbox
        label={texts.mandatory}
        description={texts.mandatoryText}
        {...form.getInputProps("mandatory", { type: "checkbox" })}
      />
    </FormShell>
  );
}
