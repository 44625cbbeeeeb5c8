import type { OwnConsent } from "@korki/contracts/consents";
import { trpc } from "../trpc";
import { acceptedDocuments, DocumentFields, documentFaults } from "../visitor/document-fields";
import { Form } from "../visitor/form";

/** Asks for documents, for oneself or for a child: the mandatory ones have to be accepted, the others may be. */
export function ConsentForm(props: {
  consents: readonly OwnConsent[];
  label: string;
  submitLabel: string;
  onGiven: () => unknown;
}) {
  const documents = props.consents.map(({ document }) => document);
  const studentId = props.consents[0]?.studentId ?? null;
  const give = trpc.consents.give.useMutation();
  return (
    <Form
      label={props.label}
      faultsOf={(values) => documentFaults(documents, values)}
      send={async (values) => {
        const accepted = acceptedDocuments(documents, values).map((documentId) =>
          give.mutateAsync({ documentId, accepted: true, ...(studentId ? { studentId } : {}) }),
        );
        await Promise.all(accepted);
        // Busy until what follows is there.
        await props.onGiven();
      }}
      onSent={() => undefined}
      submitLabel={props.submitLabel}
    >
      <DocumentFields documents={documents} />
    </Form>
  );
}

/** Whether somebody has to decide, or may decide for the first time. */
export function isOpen({ accepted }: OwnConsent): boolean {
  return accepted === null;
}
