import { studentIdInput } from "@korki/contracts/admin-people";
import type { JsonLedgerPage } from "@korki/contracts/ledger";
import { packageRef } from "@korki/contracts/packages";
import { priceRef } from "@korki/contracts/prices";
import {
  priceToWire,
  wireAdjustment,
  wireCentreSettings,
  wireLedgerEntry,
  wirePackage,
  wirePrice,
  wireSavedCentreSettings,
  wireSavedPackage,
  wireSetPrice,
} from "@korki/contracts/wire/ledger";
import { wirePage } from "@korki/contracts/wire/query";
import { JsonText } from "../http/send-json";
import { EXAMPLE_ID, type RestRoute, route } from "./route";

/** A page of a ledger, whose entries the database writes. */
const ledgerPage = {
  query: wirePage,
  answer: wireLedgerEntry.array(),
  paged: true,
  toAnswer: ({ items }: JsonLedgerPage) => new JsonText(items),
} as const;

/** The ledger, packages, individual prices and the centre's settings (rules §14). */
export const LEDGER_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/student/ledger",
    roles: ["Student"],
    procedure: "ledger.mineJson",
    summary: "Every movement of the student's prepaid lessons, the oldest first; a thousand per `page`",
    ...ledgerPage,
  }),
  route({
    method: "GET",
    path: "/parent/ledger/{studentId}",
    roles: ["Parent"],
    procedure: "ledger.mineJson",
    summary: "Every movement of a child's prepaid lessons, the oldest first; needs the right `pay`",
    params: studentIdInput,
    ...ledgerPage,
  }),
  route({
    method: "GET",
    path: "/admin/ledger/{studentId}",
    procedure: "ledger.ofStudentJson",
    summary: "Every movement of a student's prepaid lessons, the oldest first; a thousand per `page`",
    params: studentIdInput,
    ...ledgerPage,
  }),
  route({
    method: "POST",
    path: "/admin/ledger_adjustment",
    procedure: "ledger.adjust",
    summary: "Correct a student's balance, with a reason",
    body: wireAdjustment,
    example: {
      studentId: EXAMPLE_ID,
      subject: "Fizyka",
      subjectLevel: "liceumP",
      quantity: 1,
      desc: "Lekcja gratis za polecenie",
    },
    answer: wireLedgerEntry,
  }),
  route({
    method: "GET",
    path: "/packages",
    procedure: "packages.list",
    summary: "The packages of lessons on offer",
    answer: wirePackage.array(),
  }),
  route({
    method: "PUT",
    path: "/admin/package",
    procedure: "packages.save",
    summary: "Add a package, or change the one with `_id`",
    body: wireSavedPackage,
    example: {
      name: "Dziesięć lekcji",
      subject: null,
      subjectLevel: "liceumP",
      lessons: 10,
      price: 800,
      validDays: 90,
    },
    answer: wirePackage,
  }),
  route({
    method: "DELETE",
    path: "/admin/package/{id}",
    procedure: "packages.delete",
    summary: "Take a package off the list",
    params: packageRef,
  }),
  route({
    method: "GET",
    path: "/admin/prices",
    procedure: "prices.list",
    summary: "The price list (both ids `null`) and the individual prices; a thousand per `page`",
    query: wirePage,
    answer: wirePrice.array(),
    paged: true,
    toAnswer: ({ items }) => items.map(priceToWire),
  }),
  route({
    method: "PUT",
    path: "/admin/price",
    procedure: "prices.set",
    summary: "Set the price and rate of a level for a student, a teacher, both together, or the price list",
    body: wireSetPrice,
    example: { studentId: null, teacherId: null, subjectLevel: "liceumP", price: 95, rate: 61 },
    answer: wirePrice,
    toAnswer: priceToWire,
  }),
  route({
    method: "DELETE",
    path: "/admin/price/{id}",
    procedure: "prices.delete",
    summary: "Remove an individual price; the next less specific one applies again",
    params: priceRef,
  }),
  route({
    method: "GET",
    path: "/admin/centre",
    procedure: "centre.settings",
    summary: "What is set for the whole centre",
    answer: wireCentreSettings,
  }),
  route({
    method: "PUT",
    path: "/admin/centre",
    procedure: "centre.saveSettings",
    summary: "Change the centre's settings; what is left out stays",
    body: wireSavedCentreSettings,
    example: { lowBalanceThreshold: 2 },
    answer: wireCentreSettings,
  }),
];
