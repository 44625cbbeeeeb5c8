import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useLeave } from "./may-leave";

/** Leads back to the list that a screen was opened from; asks where something typed would go. */
export function BackLink({ to, label }: { to: string; label: string }) {
  const leave = useLeave();
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
      onClick={(event) => void leave(event, to)}
    >
      {label}
    </Button>
  );
}
