import type { CivilDate, Level, Subject, TrialStatus } from "@korki/domain";
import { demoId } from "./ids";
import { CAST } from "./people";
import type { DemoTime } from "./time";

export type DemoTrial = {
  id: string;
  status: TrialStatus;
  subject: Subject;
  level: Level;
  name: string;
  email: string;
  studentPhone: string;
  parentPhone: string;
  description: string;
  teacherId: string | null;
  date: CivilDate | null;
  block: number | null;
  createdAt: Date;
};

/**
 * Requests for a trial lesson in every status; two wait for an administrator. Their hours are outside everyone's
 * availability.
 */
export function demoTrials(time: DemoTime): DemoTrial[] {
  const requests: Omit<DemoTrial, "id">[] = [
    {
      status: "Odwolana",
      subject: "Polski",
      level: "liceumP",
      name: "Barbara Sikora",
      email: "barbara.sikora@example.pl",
      studentPhone: "",
      parentPhone: "+48600300001",
      description: "Przygotowanie do matury ustnej",
      teacherId: CAST.piotr.id,
      date: time.day(-16),
      block: 11,
      createdAt: time.at(-22, "19:12"),
    },
    {
      status: "Zrealizowana",
      subject: "Matematyka",
      level: "liceumP",
      name: "Igor Grabowski",
      email: CAST.igor.email,
      studentPhone: CAST.igor.phone,
      parentPhone: "",
      description: "Zaległości z trygonometrii",
      teacherId: CAST.anna.id,
      date: time.day(-20),
      block: 12,
      createdAt: time.at(-25, "16:40"),
    },
    {
      status: "Umowiona",
      subject: "Fizyka",
      level: "liceumR",
      name: "Wiktor Baran",
      email: "wiktor.baran@example.pl",
      studentPhone: "+48600300003",
      parentPhone: "",
      description: "Olimpiada fizyczna, etap szkolny",
      teacherId: CAST.anna.id,
      date: time.day(4),
      block: 12,
      createdAt: time.at(-3, "20:05"),
    },
    {
      status: "Nowa",
      subject: "Matematyka",
      level: "szkolaP",
      name: "",
      email: "rodzina.krol@example.pl",
      studentPhone: "",
      parentPhone: "+48600300004",
      description: "Egzamin ósmoklasisty",
      teacherId: null,
      date: null,
      block: null,
      createdAt: time.at(-2, "18:27"),
    },
    {
      status: "Nowa",
      subject: "Angielski",
      level: "liceumR",
      name: "",
      email: "amelia.pawlak@example.pl",
      studentPhone: "+48600300005",
      parentPhone: "",
      description: "",
      teacherId: null,
      date: null,
      block: null,
      createdAt: time.at(-1, "21:03"),
    },
  ];
  return requests.map((request, index) => ({ id: demoId("trial", index + 1), ...request }));
}
