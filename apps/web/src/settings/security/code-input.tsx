import { TextInput, type TextInputProps } from "@mantine/core";

/** A code of the authenticator app, or a recovery code. */
export function CodeInput(props: TextInputProps) {
  return <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...props} />;
}
