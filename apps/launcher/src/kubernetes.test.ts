import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { SETTING_NAMES } from "@korki/settings";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { rootDirectory } from "./root-directory";

const root = rootDirectory();
const read = (...name: string[]) => readFileSync(path.join(root, "deploy", ...name), "utf8");

type Container = { command: string[]; image: string; securityContext: object; readinessProbe?: object };
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string>; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    strategy?: { type?: string };
    template?: {
      spec: { securityContext: object; containers: Container[]; terminationGracePeriodSeconds?: number };
    };
  };
};

type Schema = { apiVersion: string; new (data: never): { validate(): void } };

/** The schemas of Kubernetes, by kind. */
const KINDS: Readonly<Record<string, Schema>> = {
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
};

const manifests = ["korki.yaml", "relay.yaml"].flatMap((file) =>
  parseAllDocuments(read("kubernetes", file)).map((document) => document.toJS() as Manifest),
);

/** Throws what Kubernetes' own schema says of a manifest. */
function validate(manifest: object): void {
  const { kind } = manifest as Manifest;
  const Kind = KINDS[kind];
  if (!Kind) throw new Error(`there is no schema of ${kind}`);
  expect(manifest).toHaveProperty("apiVersion", Kind.apiVersion);
  Reflect.construct(Kind, [manifest]).validate();
}

describe("the manifests for Kubernetes", () => {
  test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    "%s fits its schema",
    (_, manifest) => validate(manifest),
  );

  test("the schemas see a slip", () => {
    const api = manifests.find(
      ({ metadata, kind }) => kind === "Deployment" && metadata.name === "korki-api",
    );
    expect(() => validate({ ...api, spec: { ...api?.spec, replicas: "two" } })).toThrow(/replicas/);
  });

  test("run existing programs, not as root, with existing settings", () => {
    for (const { kind, metadata, data, spec } of manifests) {
      for (const name of Object.keys(data ?? {})) expect([...SETTING_NAMES, "NODE_ENV"]).toContain(name);
      if (!spec?.template) continue;
      const { securityContext, containers, terminationGracePeriodSeconds } = spec.template.spec;
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      if (kind === "Deployment") expect(terminationGracePeriodSeconds).toBe(30);
      for (const { command, securityContext: own } of containers) {
        const built = command.find((word) => word.endsWith("main.js")) ?? "";
        const program = command[0] === "turnserver" ? "deploy/turnserver.conf" : built;
        expect(existsSync(path.join(root, program.replace("/dist/main.js", "/src/main.ts"))), built).toBe(
          true,
        );
        const add = metadata.name === "korki-relay" ? { add: ["NET_BIND_SERVICE"] } : {};
        const capabilities = { drop: ["ALL"], ...add };
        expect([metadata.name, own]).toEqual([
          metadata.name,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities },
        ]);
      }
    }
    const bot = manifests.find(({ metadata }) => metadata.name === "korki-bot");
    expect(bot?.spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  });

  test("the migration is chosen alone by the label that the head of the file names, with its settings", () => {
    const [, label = "", value] =
      /kubectl apply -f \S+ -l '([^=]+)=(\w+)'/.exec(read("kubernetes", "korki.yaml")) ?? [];
    const chosen = manifests.filter(({ metadata }) => metadata.labels?.[label] === value);
    expect(chosen.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      "ConfigMap korki",
      "Job korki-migrate",
    ]);
  });

  test("a pod without Redis stays in service, no call is repeated, and a caller stays with one pod", () => {
    const find = (wanted: string, name: string) =>
      manifests.find(({ kind, metadata }) => kind === wanted && metadata.name === name);
    const [api] = find("Deployment", "korki-api")?.spec?.template?.spec.containers ?? [];
    expect(api?.readinessProbe).toMatchObject({ httpGet: { path: "/healthz" } });
    expect(find("Ingress", "korki")?.metadata.annotations).toMatchObject({
      "nginx.ingress.kubernetes.io/proxy-next-upstream": "off",
      "nginx.ingress.kubernetes.io/upstream-hash-by": "$remote_addr",
    });
  });
});

test("alerts ask for figures that the API has, and say where to look", () => {
  type Rule = {
    alert: string;
    expr: string;
    annotations: Record<string, string>;
    labels: Record<string, string>;
  };
  const { groups } = parse(read("prometheus", "korki.rules.yaml")) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(6);
  const source = ["metrics.ts", "outbox-metrics.ts"]
    .map((file) => readFileSync(path.join(root, "apps", "api", "src", "observe", file), "utf8"))
    .join();
  for (const { alert, expr, annotations, labels } of rules) {
    const asked = expr.match(/korki_[a-z_]+/g) ?? [];
    for (const name of asked)
      expect([alert, source.includes(name.replace(/_bucket$/, ""))]).toEqual([alert, true]);
    expect(asked.length + (expr.includes("nodejs_eventloop_lag_p99_seconds") ? 1 : 0)).toBeGreaterThan(0);
    expect(Object.keys(annotations)).toEqual(["summary", "look"]);
    expect(["page", "ticket"]).toContain(labels.severity);
  }
});
