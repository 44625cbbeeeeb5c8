import { rawSql } from "@korki/db";
import { type Checker, SignatureKind, type Type, TypeFlags } from "typescript/unstable/sync";

/** Chooses one of so many: 0 is the first. */
export type Choose = (count: number) => number;

/** What functions of packages/db run statements on. */
type StandIns = { db: object; tx: object };

type Samples = {
  /** Makes a value of a type; `choose` says which member of a union. */
  make(type: Type, choose: Choose): unknown;
  /** Whether values of a type run statements. */
  isOnDatabase(type: Type): boolean;
};

type Recipe = (choose: Choose, depth: number) => unknown;

/** What a type nests deeper than this is left empty: a type may contain itself. */
const DEEPEST = 8;

/** Returns a function that finds the same for the same key without asking again: the compiler is another process. */
export function remembered<Key, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new Map<Key, Found>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key) as Found;
  };
}

/** Text that is a day, too; texts differ. */
const makeText: Recipe = (choose) => `2026-01-0${1 + choose(9)}`;

/** Makes values of the compiler's types. */
export function sampleValues(checker: Checker, standIns: StandIns): Samples {
  const recipeOf = remembered((type: Type): Recipe => {
    const { flags } = type;
    if (flags & TypeFlags.Boolean) return (choose) => choose(2) === 0;
    if (type.isUnionType()) {
      // Nulls come last.
      const isEmpty = (member: Type) => Number((member.flags & TypeFlags.Nullable) !== 0);
      const members = type
        .getTypes()
        .toSorted((a, b) => isEmpty(a) - isEmpty(b))
        .map(inner);
      return (choose, depth) => members[choose(members.length)]?.(choose, depth);
    }
    if (type.isLiteralType()) return () => type.value;
    if (flags & TypeFlags.Null) return () => null;
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return () => undefined;
    if (flags & TypeFlags.NumberLike) return (choose) => [1, 2, 0][choose(3)];
    if (flags & (TypeFlags.StringLike | TypeFlags.AnyOrUnknown)) return makeText;
    if (type.isTypeParameter()) return inner(checker.getBaseConstraintOfType(type));
    const standIn = standInFor(type);
    return standIn ? () => standIn : recipeOfObject(type);
  });

  function inner(part: Type | undefined): Recipe {
    return (choose, depth) => (part && depth < DEEPEST ? recipeOf(part)(choose, depth + 1) : undefined);
  }

  function recipeOfObject(type: Type): Recipe {
    const parts = (type.isTypeReference() ? checker.getTypeArguments(type) : []).map(inner);
    const [first = makeText, second = makeText] = parts;
    if (checker.isArrayLikeType(type)) return (choose, depth) => parts.map((part) => part(choose, depth));
    switch (type.getSymbol()?.name) {
      case "Date":
        return (choose, depth) => new Date(String(makeText(choose, depth)));
      case "Sql":
        return () => rawSql("true");
      case "Set":
      case "ReadonlySet":
        return (choose, depth) => new Set([first(choose, depth)]);
      case "Map":
      case "ReadonlyMap":
        return (choose, depth) => new Map([[first(choose, depth), second(choose, depth)]]);
      case "Promise":
        return async (choose, depth) => first(choose, depth);
    }
    const [call] = checker.getSignaturesOfType(type, SignatureKind.Call);
    if (call) {
      const result = inner(checker.getReturnTypeOfSignature(call));
      return (choose, depth) => () => result(choose, depth);
    }
    const fields = checker
      .getPropertiesOfType(type)
      .map((field) => [() => field.name, inner(checker.getTypeOfSymbol(field))] as const);
    const indexed = checker
      .getIndexInfosOfType(type)
      .map(({ valueType }) => [makeText, inner(valueType)] as const);
    return (choose, depth) =>
      Object.fromEntries(
        [...fields, ...indexed].map(([name, make]) => [name(choose, depth), make(choose, depth)]),
      );
  }

  function standInFor(type: Type): object | null {
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return null;
    const has = (name: string) => checker.getPropertyOfType(type, name) !== undefined;
    if (has("$connection")) return standIns.tx;
    return has("pool") || has("query") ? standIns.db : null;
  }

  return {
    make: (type, choose) => recipeOf(type)(choose, 0),
    isOnDatabase: (type) =>
      (type.isUnionType() ? type.getTypes() : [type]).some((member) => standInFor(member)),
  };
}
