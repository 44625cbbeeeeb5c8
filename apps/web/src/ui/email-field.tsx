import { TextInput, type TextInputProps } from "@mantine/core";

/** An e-mail address; phones show the keyboard for it and correct nothing. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
