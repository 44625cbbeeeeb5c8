import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { Stack } from "@mantine/core";
import { useParams } from "react-router-dom";
import { paths } from "../../paths";
import { idOrNull } from "../../ui/id-or-null";
import { ParentChildren } from "../families/parent-children";
import { OfficeFileCard } from "../office/office-file-card";
import columns from "../people/columns.module.css";
import { PayerMode } from "../people/payer-mode";
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
