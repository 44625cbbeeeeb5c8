import type { Role } from "@korki/domain";
import { paths } from "../../paths";

/** Where an account of this role is shown to an administrator. */
export function personPath({ id, role }: { id: string; role: Role }): string {
  switch (role) {
    case "Teacher":
      return paths.teacherTab(id, "info");
    case "Student":
      return paths.studentTab(id, "przeglad");
    case "Parent":
      return paths.parent(id);
    case "Admin":
      return paths.admin(id);
  }
}
