import { interfaceTexts } from "@korki/contracts/texts/interface";
import { PHONE_PREFIX } from "@korki/domain";
import { IconChevronDown, IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { groupedDigits, nationalDigits } from "../ui/phone-digits";
import { useFault } from "./form";
import styles from "./form.module.css";

type Named = { name: string; label: string; hint?: string };

/** A field's label, hint, control and fault; `children` gets what ties the control to them. */
function Labelled(
  props: Named & {
    children: (tied: {
      id: string;
      name: string;
      className: string | undefined;
      "aria-invalid": boolean;
      "aria-describedby": string | undefined;
    }) => ReactNode;
  },
) {
  const id = useId();
  const { name, label, hint } = props;
  const fault = useFault(name);
  const described = [hint ? `${id}-hint` : null, fault ? `${id}-fault` : null].filter(Boolean).join(" ");
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <div className={styles.control} data-error={fault ? true : undefined}>
        {props.children({
          id,
          name,
          className: styles.input,
          "aria-invalid": fault !== null,
          "aria-describedby": described || undefined,
        })}
      </div>
      {fault ? (
        <p className={styles.error} id={`${id}-fault`}>
          {fault}
        </p>
      ) : null}
    </div>
  );
}

export function TextField({ name, label, hint, ...input }: Named & ComponentProps<"input">) {
  return (
    <Labelled name={name} label={label} {...(hint ? { hint } : {})}>
      {(tied) => <input type="text" {...input} {...tied} />}
    </Labelled>
  );
}

/** An e-mail address; phones show the keyboard for it and correct nothing. */
export function EmailField(props: Named & ComponentProps<"input">) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** A password that can be looked at; `purpose` tells the browser's keychain which one is meant. */
export function PasswordField({
  name,
  label,
  hint,
  purpose,
  ...input
}: Named & ComponentProps<"input"> & { purpose: "current" | "new" }) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <Labelled name={name} label={label} {...(hint ? { hint } : {})}>
      {(tied) => (
        <>
          <input
            {...input}
            type={isShown ? "text" : "password"}
            autoComplete={`${purpose}-password`}
            autoCapitalize="none"
            spellCheck={false}
            {...tied}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-label={interfaceTexts.showPassword}
            aria-pressed={isShown}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon size={18} aria-hidden />
          </button>
        </>
      )}
    </Labelled>
  );
}

/**
 * A Polish phone number: the prefix +48 stands before the field, digits are grouped as they are typed, a pasted number
 * may be written any way. The form holds what is shown; `storedPhone(nationalDigits(text))` is the number.
 */
export function PhoneField({ defaultValue = "", ...props }: Named & { defaultValue?: string }) {
  const [digits, setDigits] = useState(() => nationalDigits(defaultValue));
  const input = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number | null>(null);

  // Grouping moves characters: the caret stays after the same digit.
  useLayoutEffect(() => {
    const before = digitsBeforeCaret.current;
    digitsBeforeCaret.current = null;
    if (before === null || document.activeElement !== input.current) return;
    const caret = before === 0 ? 0 : before + Math.floor((before - 1) / 3);
    input.current?.setSelectionRange(caret, caret);
  });

  return (
    <Labelled {...props}>
      {(tied) => (
        <>
          <span className={`${styles.prefix} tabular`}>
            <span className="read-out">{interfaceTexts.phonePrefix}</span>
            <span aria-hidden>{PHONE_PREFIX}</span>
          </span>
          <input
            ref={input}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...tied}
            value={groupedDigits(digits)}
            onChange={({ currentTarget }) => {
              const typed = currentTarget.value;
              const caret = currentTarget.selectionStart ?? typed.length;
              digitsBeforeCaret.current =
                caret === typed.length ? null : typed.slice(0, caret).replaceAll(/\D/g, "").length;
              setDigits(nationalDigits(typed));
            }}
          />
        </>
      )}
    </Labelled>
  );
}

export function SelectField(
  props: Named & {
    choices: readonly { readonly value: string; readonly label: string }[];
    defaultValue?: string | undefined;
  },
) {
  const { choices, defaultValue, ...named } = props;
  return (
    <Labelled {...named}>
      {(tied) => (
        <>
          <select {...tied} defaultValue={defaultValue}>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <IconChevronDown className={styles.chevron} size={16} aria-hidden />
        </>
      )}
    </Labelled>
  );
}

export function TextAreaField({ name, label, hint, ...area }: Named & ComponentProps<"textarea">) {
  return (
    <Labelled name={name} label={label} {...(hint ? { hint } : {})}>
      {(tied) => <textarea {...area} {...tied} />}
    </Labelled>
  );
}

export function CheckField({ name, label, ...input }: Named & ComponentProps<"input">) {
  return (
    <label className={styles.check}>
      <input {...input} type="checkbox" name={name} value="yes" />
      {label}
    </label>
  );
}
