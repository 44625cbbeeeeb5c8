import type { AttentionKind } from "@korki/contracts/attention";
import { closureScreenTexts } from "@korki/contracts/texts/closure-screens";
import { dashboardTexts } from "@korki/contracts/texts/dashboard";
import { lessonScreenTexts } from "@korki/contracts/texts/lesson-screens";
import { reportTexts } from "@korki/contracts/texts/reports";
import { seriesScreenTexts } from "@korki/contracts/texts/series-screens";
import type { Role } from "@korki/domain";
import {
  IconBuilding,
  IconCalendarCog,
  IconCalendarEvent,
  IconCalendarOff,
  IconCalendarRepeat,
  IconChalkboard,
  IconMessageCircle,
  IconNotebook,
  type IconProps,
  IconSchool,
  IconSettings,
  IconWallet,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { paths } from "../paths";

/** One entry of the side menu. */
export type Entry = {
  readonly path: string;
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** shows the number of unread messages */
  readonly showsUnread?: true;
  /** shows how many proposals of another time wait for an answer */
  readonly showsProposals?: true;
  /** shows administrators how many lines of "Co teraz" lead here */
  readonly showsAttention?: readonly AttentionKind[];
};

const lessons: Entry = {
  path: paths.lessons,
  label: dashboardTexts.lessons,
  icon: IconCalendarEvent,
  showsProposals: true,
  showsAttention: ["trial-waiting"],
};
const chat: Entry = {
  path: paths.chat,
  label: dashboardTexts.chat,
  icon: IconMessageCircle,
  showsUnread: true,
};
const settings: Entry = { path: paths.settings, label: dashboardTexts.settings, icon: IconSettings };
const payments: Entry = { path: paths.payments, label: dashboardTexts.payments, icon: IconWallet };
const students: Entry = { path: paths.students, label: dashboardTexts.students, icon: IconSchool };
const teachers: Entry = { path: paths.teachers, label: dashboardTexts.teachers, icon: IconChalkboard };
const company: Entry = {
  path: paths.company,
  label: dashboardTexts.company,
  icon: IconBuilding,
  showsAttention: ["bill-overdue", "notification-failed"],
};

/** The side menu of each user type, in order (rules §24). */
export const ENTRIES: Record<Role, readonly Entry[]> = {
  Student: [lessons, chat, settings, payments],
  Teacher: [lessons, chat, settings, payments, students],
  Admin: [lessons, chat, settings, teachers, students, company],
  Parent: [lessons],
};

/** A parent's menu with a child (rules §15). */
export const PARENT_ENTRIES: readonly Entry[] = [lessons, chat, payments, settings];

const reports: Entry = { path: paths.reports, label: reportTexts.myReports, icon: IconNotebook };
const series: Entry = { path: paths.series, label: seriesScreenTexts.title, icon: IconCalendarRepeat };

/** What belongs to the lessons and is needed less often, below the menu; a parent has it with a child alone. */
export const LESSON_ENTRIES: Record<Role, readonly Entry[]> = {
  Student: [reports, series],
  Teacher: [
    { path: paths.availability, label: lessonScreenTexts.editAvailability, icon: IconCalendarCog },
    series,
    { path: paths.closures, label: closureScreenTexts.open, icon: IconCalendarOff },
  ],
  Admin: [],
  Parent: [reports, series],
};
