import { Button } from "@mantine/core";
import { useContext } from "react";
import { WorkWithin } from "../updates/unsaved-work";
import { mayLeave } from "./may-leave";

/** Beside a form's submit button: gives the form up, and asks first where something typed would be lost. */
export function LeaveButton({ label, onLeave }: { label: string; onLeave: () => void }) {
  const popup = useContext(WorkWithin) ?? undefined;
  async function leave() {
    if (await mayLeave(popup)) onLeave();
  }
  return (
    <Button variant="default" onClick={() => void leave()}>
      {label}
    </Button>
  );
}
