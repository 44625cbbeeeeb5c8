import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router-dom";

/** Leads back to the list that a screen was opened from; asks where something typed would go. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {label}
    </Button>
  );
}
