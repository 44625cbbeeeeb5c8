import { colourSchemeTexts } from "@korki/contracts/texts/interface";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useId } from "react";
import { setColourScheme, useColourScheme } from "./colour-scheme";
import styles from "./colour-scheme-switch.module.css";

const CHOICES = [
  { scheme: "light", label: colourSchemeTexts.light, icon: IconSun },
  { scheme: "auto", label: colourSchemeTexts.auto, icon: IconDeviceDesktop },
  { scheme: "dark", label: colourSchemeTexts.dark, icon: IconMoon },
] as const;

/** Light, dark, or as the system has it. */
export function ColourSchemeSwitch() {
  const chosen = useColourScheme();
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="read-out">{colourSchemeTexts.label}</legend>
      {CHOICES.map(({ scheme, label, icon: Icon }) => (
        <label key={scheme} className={styles.choice} title={label}>
          <input
            type="radio"
            name={name}
            checked={chosen === scheme}
            onChange={() => setColourScheme(scheme)}
            aria-label={label}
          />
          <Icon size={16} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
}
