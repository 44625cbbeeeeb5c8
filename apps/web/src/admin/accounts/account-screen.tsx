import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { familyScreenTexts } from "@korki/contracts/texts/family-screens";
import { Stack } from "@mantine/core";
import { useParams } from "react-router-dom";
import { paths } from "../../paths";
import { trpc } from "../../trpc";
import { idOrNull } from "../../ui/id-or-null";
import { CreateChildButton } from "../families/create-child-form";
import { GuardianshipList } from "../families/guardianship-list";
import { OfficeFileCard } from "../office/office-file-card";
import columns from "../people/columns.module.css";
import { PayerMode } from "../people/payer-mode";
import { PayerOverpayment } from "../people/payer-overpayment";
import { PersonFacts } from "../people/person-facts";
import { PersonInfo } from "../people/person-info";
import { PersonScreen } from "../people/person-screen";

const BACK = {
  Parent: { to: paths.parents, label: texts.backToParents },
  Admin: { to: paths.admins, label: texts.backToAdmins },
} as const;

/** One parent or administrator: what the tab "Info" is to teachers and students. */
export default function AccountScreen({ userType }: { userType: "Parent" | "Admin" }) {
  const id = idOrNull(useParams().id);
  return (
    <PersonScreen key={id} id={id} userType={userType} back={BACK[userType]}>
      {(person) => (
        <div className={columns.columns}>
          <PersonInfo person={person} />
          <Stack>
            <PersonFacts person={person} />
            {userType === "Parent" ? <PayerOverpayment payerId={person.id} /> : null}
            {userType === "Parent" && person.erasedAt === null ? (
              <>
                <ParentChildren parentId={person.id} />
                <PayerMode payerId={person.id} />
                <OfficeFileCard of="person" id={person.id} />
              </>
            ) : null}
          </Stack>
        </div>
      )}
    </PersonScreen>
  );
}

/** On a parent's screen: the children for whom the parent acts or acted, and the ways to add one (rules §15). */
function ParentChildren({ parentId }: { parentId: string }) {
  return (
    <GuardianshipList
      label={familyScreenTexts.children}
      query={trpc.families.childrenOfParent.useQuery({ parentId })}
      side={{ parentId }}
      addLabel={familyScreenTexts.addGuardianship}
      noneText={familyScreenTexts.noChildren}
      other={({ studentId, studentName }) => ({
        name: studentName,
        to: paths.studentTab(studentId, "rodzice"),
      })}
      actions={<CreateChildButton parentId={parentId} />}
    />
  );
}
