import { interfaceTexts } from "@korki/contracts/texts/interface";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password that can be looked at; `purpose` tells the browser's keychain which one is meant. */
export function PasswordField({ purpose, ...rest }: PasswordInputProps & { purpose: "current" | "new" }) {
  return (
    <PasswordInput
      autoComplete={`${purpose}-password`}
      visibilityToggleButtonProps={{
        "aria-label": interfaceTexts.showPassword,
        "aria-hidden": false,
        tabIndex: 0,
      }}
      {...rest}
    />
  );
}
