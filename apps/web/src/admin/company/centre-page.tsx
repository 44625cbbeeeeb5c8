import { type CentreFace, saveFaceInput } from "@korki/contracts/centre";
import { centreFaceTexts as texts } from "@korki/contracts/texts/centre-face";
import { LESSON_PLACES, type LessonPlace } from "@korki/domain";
import { Box, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { lessonPlaceTexts as placeTexts } from "@korki/contracts/texts/centre-settings";
import { trialLandingTexts as landingTexts } from "@korki/contracts/texts/trial-landing";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { changedValues } from "../../ui/changed-values";
import { FormError, FormShell } from "../../ui/form-shell";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { ruleOf } from "../../ui/rule-of";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";
import { ChangedMeanwhile } from "../changed-meanwhile";
import { useFieldsBase } from "../use-form-base";
import { BrandColourForm } from "./brand-colour-form";
import { LogoBox } from "./logo-box";

/** The tab "Centrum": how the centre presents itself (rules §27). */
export default function CentrePage() {
  const query = trpc.centre.face.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Box maw="46rem">
      <Stack gap="lg">
        <Card title={texts.title} text={texts.text}>
          <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
            {(face) => <ContactForm face={face} />}
          </Loaded>
        </Card>
        <Card title={texts.lookTitle} text={`${texts.lookText} ${texts.afterReload}`}>
          <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
            {(face) => (
              <Stack gap="lg">
                <LogoBox face={face} />
                <BrandColourForm face={face} />
              </Stack>
            )}
          </Loaded>
        </Card>
        <TrialSlotsSwitch />
        <LessonPlaceChoice />
      </Stack>
    </Box>
  );
}

/** Whether visitors choose a free half hour themselves (rules §29). */
function TrialSlotsSwitch() {
  const query = trpc.centre.settings.useQuery();
  const save = trpc.centre.saveSettings.useMutation({ onSuccess: () => toastSuccess(texts.saved) });
  return (
    <Card title={landingTexts.settings} text={landingTexts.settingsText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ offersTrialSlots }) => (
          <Checkbox
            label={landingTexts.offersTrialSlots}
            description={landingTexts.offersTrialSlotsText}
            checked={
              save.isPending ? (save.variables.offersTrialSlots ?? offersTrialSlots) : offersTrialSlots
            }
            disabled={save.isPending}
            onChange={({ currentTarget }) => save.mutate({ offersTrialSlots: currentTarget.checked })}
          />
        )}
      </Loaded>
      {save.error ? <FormError error={save.error} /> : null}
    </Card>
  );
}

/** Whether lessons take place in the product's rooms or at addresses outside (rules §30). */
function LessonPlaceChoice() {
  const query = trpc.centre.settings.useQuery();
  const save = trpc.centre.saveSettings.useMutation({ onSuccess: () => toastSuccess(placeTexts.saved) });
  return (
    <Card title={placeTexts.title} text={placeTexts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ lessonPlace }) => (
          <Radio.Group
            label={placeTexts.label}
            value={save.isPending ? (save.variables.lessonPlace ?? lessonPlace) : lessonPlace}
            onChange={(chosen) => save.mutate({ lessonPlace: chosen as LessonPlace })}
          >
            <Stack gap="xs" mt="xs">
              {LESSON_PLACES.map((place) => (
                <Radio key={place} value={place} label={placeTexts.places[place]} disabled={save.isPending} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Loaded>
      {save.error ? <FormError error={save.error} /> : null}
    </Card>
  );
}

type Values = Pick<CentreFace, "name" | "contactPhone" | "contactEmail">;

function ContactForm({ face }: { face: CentreFace }) {
  const utils = trpc.useUtils();
  const { shape } = saveFaceInput;
  const form = useForm<Values>({
    initialValues: valuesOf(face),
    validateInputOnBlur: true,
    validate: {
      name: ruleOf(shape.name.unwrap()),
      contactPhone: ruleOf(shape.contactPhone.unwrap()),
      contactEmail: ruleOf(shape.contactEmail.unwrap()),
    },
  });
  const save = trpc.centre.saveFace.useMutation({
    onSuccess(saved) {
      utils.centre.face.setData(undefined, saved);
      fillSaved(form, valuesOf(saved));
      setBase(saved);
      toastSuccess(texts.saved);
    },
  });
  const { base, setBase, isOutdated, reload } = useFieldsBase(face, form, {
    valuesOf,
    // The logo and the colour are saved in forms of their own.
    isStale: (before) => Object.keys(changedValues(valuesOf(before), valuesOf(face))).length > 0,
    call: save,
  });

  return (
    <FormShell
      form={form}
      label={texts.title}
      call={{ isPending: save.isPending, error: isOutdated ? null : save.error }}
      submitLabel={texts.save}
      onSubmit={(values) =>
        save.mutate({ ...values, version: isOutdated ? base.version : Math.max(base.version, face.version) })
      }
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      <TextInput label={texts.name} maxLength={80} {...form.getInputProps("name")} />
      <TextInput label={texts.phone} type="tel" {...form.getInputProps("contactPhone")} />
      <TextInput label={texts.email} type="email" {...form.getInputProps("contactEmail")} />
    </FormShell>
  );
}

function valuesOf({ name, contactPhone, contactEmail }: CentreFace): Values {
  return { name, contactPhone, contactEmail };
}
