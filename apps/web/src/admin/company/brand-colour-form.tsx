import { type CentreFace, saveFaceInput } from "@korki/contracts/centre";
import { centreFaceTexts as texts } from "@korki/contracts/texts/centre-face";
import { brandRefusal, brandShades, isColour, legibleBrand } from "@korki/domain";
import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { FormShell } from "../../ui/form-shell";
import { ruleOf } from "../../ui/rule-of";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";
import styles from "./brand-colour-form.module.css";

const OWN_COLOUR = "#0f766e";
const rule = ruleOf(saveFaceInput.shape.colour.unwrap());

/** The centre's colour, with what it will look like in both schemes. */
export function BrandColourForm({ face }: { face: CentreFace }) {
  const utils = trpc.useUtils();
  const form = useForm({
    initialValues: { colour: face.colour ?? "" },
    validateInputOnBlur: true,
    validate: { colour: (value) => (value.trim() === "" ? null : (rule(value) ?? lightness(value))) },
  });
  const save = trpc.centre.saveFace.useMutation({
    onSuccess(saved) {
      utils.centre.face.setData(undefined, saved);
      fillSaved(form, { colour: saved.colour ?? "" });
      toastSuccess(texts.saved);
    },
  });
  const typed = form.values.colour.trim().toLowerCase();
  const colour = isColour(typed) ? typed : null;
  const suggestion = colour && brandRefusal(colour) ? legibleBrand(colour) : null;
  return (
    <FormShell
      form={form}
      label={texts.colour}
      call={save}
      submitLabel={texts.save}
      onSubmit={() => save.mutate({ colour: typed === "" ? null : typed, version: face.version })}
    >
      <div className={styles.fields}>
        <TextInput
          label={texts.colour}
          description={texts.colourHelp}
          placeholder={OWN_COLOUR}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps("colour")}
        />
        <input
          type="color"
          className={styles.picker}
          aria-label={texts.pickColour}
          value={colour ?? OWN_COLOUR}
          onChange={({ currentTarget }) => {
            form.setFieldValue("colour", currentTarget.value);
            form.validateField("colour");
          }}
        />
      </div>
      {suggestion ? (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<span className={styles.dot} style={{ background: suggestion }} />}
          onClick={() => {
            form.setFieldValue("colour", suggestion);
            form.clearFieldError("colour");
          }}
        >
          {texts.takeSuggestion(suggestion)}
        </Button>
      ) : null}
      <Samples colour={suggestion ?? colour ?? OWN_COLOUR} />
    </FormShell>
  );
}

/** A button and a link as they will be, on light and on dark. */
function Samples({ colour }: { colour: string }) {
  const { light, dark } = brandShades(colour);
  return (
    <Group gap="sm" aria-hidden>
      <span className={styles.sample} data-scheme="light">
        <span className={styles.button} style={{ background: light[7] }}>
          {texts.sample}
        </span>
      </span>
      <span className={styles.sample} data-scheme="dark">
        <span className={styles.button} style={{ background: dark[7] }}>
          {texts.sample}
        </span>
      </span>
    </Group>
  );
}

function lightness(value: string): string | null {
  const colour = value.trim().toLowerCase();
  return brandRefusal(colour) ? texts.tooLight(legibleBrand(colour)) : null;
}
