import { accountSecurityTexts } from "@korki/contracts/texts/account-security";
import type { UseFormReturnType } from "@mantine/form";
import { errorText } from "../../server/errors";

/** Which field a refusal is about, by its text. */
const FIELD_OF: Readonly<Record<string, "password" | "code">> = {
  [accountSecurityTexts.wrongPassword]: "password",
  [accountSecurityTexts.wrongCode]: "code",
};

/** Whether a refusal means a wrong password or code, which is shown at its field. */
export function isAboutField(error: unknown): boolean {
  return errorText(error) in FIELD_OF;
}

/**
 * Says at its field that a password or a code was wrong, and gives that field the focus.
 *
 * @param names what the form calls the field
 */
export function sayAtField<Values extends object>(
  form: UseFormReturnType<Values>,
  error: unknown,
  names: { password?: keyof Values & string; code?: keyof Values & string },
): void {
  const text = errorText(error);
  const name = names[FIELD_OF[text] ?? "code"];
  if (!(text in FIELD_OF) || !name) return;
  form.setFieldError(name, text);
  form.getInputNode(name)?.focus();
}
