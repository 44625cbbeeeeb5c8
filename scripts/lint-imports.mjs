// Refuses imports that climb: the features of the services and of the SPA import one another in one direction only.
import { readSourceTree } from "./source-tree.mjs";

const { files } = readSourceTree();

/**
 * Returns the features below a folder, each with the features that it imports and one import as evidence. A file
 * beside the features counts as one.
 *
 * @param {string} base
 */
function readFeatures(base) {
  /** @type {Map<string, Map<string, string>>} */
  const features = new Map();
  /** @param {string} file */
  const featureOf = (file) => file.slice(base.length).split("/")[0] ?? "";
  for (const [file, { test, imports }] of files) {
    if (test || !file.startsWith(base)) continue;
    const feature = featureOf(file);
    const imported = features.get(feature) ?? new Map();
    features.set(feature, imported);
    for (const target of imports)
      if (target.startsWith(base) && featureOf(target) !== feature)
        imported.set(featureOf(target), `${file} imports ${target}`);
  }
  return features;
}

/**
 * Returns the imports of one circle of features, or none.
 *
 * @param {Map<string, Map<string, string>>} features
 */
function findCircle(features) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} feature @param {readonly string[]} path @returns {string[]} */
  const walk = (feature, path) => {
    const at = path.indexOf(feature);
    if (at !== -1) {
      const circle = [...path.slice(at), feature];
      return circle.slice(1).map((to, step) => features.get(circle[step] ?? "")?.get(to) ?? "");
    }
    if (done.has(feature)) return [];
    for (const next of features.get(feature)?.keys() ?? []) {
      const found = walk(next, [...path, feature]);
      if (found.length > 0) return found;
    }
    done.add(feature);
    return [];
  };
  for (const feature of features.keys()) {
    const found = walk(feature, []);
    if (found.length > 0) return found;
  }
  return [];
}

for (const base of ["apps/web/src/", "packages/services/src/"]) {
  const features = readFeatures(base);
  if (features.size === 0) throw new Error(`${base} holds no features.`);
  const circle = findCircle(features);
  if (circle.length === 0) continue;
  console.error(`Features of ${base} import one another in a circle. Move what both need below them:`);
  for (const line of circle) console.error(`  ${line}`);
  process.exitCode = 1;
}
