import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { CreateChildButton } from "./create-child-form";
import { GuardianshipList } from "./guardianship-list";

/** On a parent's screen: the children for whom the parent acts or acted, and the ways to add one (rules §15). */
export function ParentChildren({ parentId }: { parentId: string }) {
  return (
    <GuardianshipList
      label={texts.children}
      query={trpc.families.childrenOfParent.useQuery({ parentId })}
      side={{ parentId }}
      addLabel={texts.addGuardianship}
      noneText={texts.noChildren}
      other={({ studentId, studentName }) => ({
        name: studentName,
        to: paths.studentTab(studentId, "rodzice"),
      })}
      actions={<CreateChildButton parentId={parentId} />}
    />
  );
}
