import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { FormShell } from "../../ui/form-shell";
import { Sheet } from "../../ui/sheet";
import { CodeInput } from "./code-input";
import { CurrentPasswordInput } from "./current-password-input";
import { isAboutField, sayAtField } from "./say-at-field";

/** What was typed; the code is empty where none was asked for. */
export type Proof = { password: string; code: string };

type Props = {
  title: string;
  text: ReactNode;
  submitLabel: string;
  dangerous?: boolean;
  /** Whether a code of the second factor is asked for, too. */
  needsCode?: boolean;
  /** What the proof is for. A wrong password or code keeps the popup open and is shown at its field. */
  act: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
};

/** Asks for the password once more, before something that changes who can get in to the account (rules §19). */
export function PasswordPrompt({
  opened,
  onClose,
  ...props
}: Props & { opened: boolean; onClose: () => void }) {
  return (
    <Sheet opened={opened} onClose={onClose} title={props.title} size="sm">
      <PasswordProof {...props} />
    </Sheet>
  );
}

/** The same within a popup or page that is there already. */
export function PasswordProof(props: Props) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setIsPending] = useState(false);
  const form = useForm<Proof>({
    // Its fields are called as those of the form for another password are.
    name: "proof",
    initialValues: { password: "", code: "" },
    validate: {
      password: (password) => (password === "" ? texts.passwordMissing : null),
      code: (code) => (props.needsCode && code.trim() === "" ? texts.codeMissing : null),
    },
  });

  async function prove(proof: Proof) {
    setIsPending(true);
    setFailure(null);
    try {
      await props.act(proof);
      form.reset();
      props.onDone();
    } catch (error) {
      setFailure(isAboutField(error) ? null : error);
      sayAtField(form, error, { password: "password", code: "code" });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <FormShell
      form={form}
      label={props.title}
      onSubmit={(proof) => void prove(proof)}
      call={{ isPending, error: failure }}
      submitLabel={props.submitLabel}
      dangerous={props.dangerous ?? false}
      warnOnLeave={false}
    >
      <Text c="dimmed" component="div">
        {props.text}
      </Text>
      <CurrentPasswordInput data-autofocus {...form.getInputProps("password")} />
      {props.needsCode ? <CodeInput label={texts.codeOrRecovery} {...form.getInputProps("code")} /> : null}
    </FormShell>
  );
}
