import type { CentreDocument } from "@korki/contracts/consents";
import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { useId } from "react";
import { ScrollRegion } from "../ui/scroll-region";
import styles from "./document-fields.module.css";
import { type Faults, useFault, type Values } from "./form";
import formStyles from "./form.module.css";

/** Documents with a checkbox and their text, the mandatory ones first; nothing where there are none (rules §16). */
export function DocumentFields({ documents }: { documents: readonly CentreDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <fieldset className={styles.documents}>
      <legend className={styles.legend}>{texts.documents}</legend>
      {documents.map((document) => (
        <DocumentField key={document.id} document={document} />
      ))}
    </fieldset>
  );
}

function DocumentField({ document: { id, title, text, mandatory } }: { document: CentreDocument }) {
  const faultId = useId();
  const fault = useFault(nameOf(id));
  return (
    <div>
      <label className={formStyles.check}>
        <input
          type="checkbox"
          name={nameOf(id)}
          value="yes"
          aria-invalid={fault !== null}
          aria-describedby={fault ? faultId : undefined}
        />
        {mandatory ? texts.accept(title) : texts.acceptFreely(title)}
      </label>
      {fault ? (
        <p className={formStyles.error} id={faultId}>
          {fault}
        </p>
      ) : null}
      <DocumentText title={title} text={text} />
    </div>
  );
}

/** A document's text, unfolded on demand. */
export function DocumentText({ title, text }: { title: string; text: string }) {
  return (
    <details className={styles.details}>
      <summary>{texts.show(title)}</summary>
      <ScrollRegion label={title} className={styles.text}>
        {text}
      </ScrollRegion>
    </details>
  );
}

/** What is wrong with the choice: a mandatory document that is not accepted. */
export function documentFaults(documents: readonly CentreDocument[], values: Values): Faults {
  return Object.fromEntries(
    documents
      .filter(({ id, mandatory }) => mandatory && values[nameOf(id)] === undefined)
      .map(({ id }) => [nameOf(id), texts.needed]),
  );
}

/** Returns the ids of the documents that were ticked. */
export function acceptedDocuments(documents: readonly CentreDocument[], values: Values): string[] {
  return documents.filter(({ id }) => values[nameOf(id)] !== undefined).map(({ id }) => id);
}

function nameOf(id: string): string {
  return `document-${id}`;
}
