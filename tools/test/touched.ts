import type { Import } from '../checks/import-graph.ts'

/** Files that assemble everything: what is imported only through them says nothing about what a test is about. */
const assembly = /^packages\/(instance\/src\/(app|compose|service-kinds)\.ts$|console\/src\/app\/)/

/**
 * The test files that a difference touches, nearest first: changed ones, those in the folders of changed files, and those that
 * import changed files, directly or through others, but not through an assembly.
 */
export function touchedTests(
  tests: readonly string[],
  imports: readonly Import[],
  changed: readonly string[],
): readonly string[] {
  const importers = Map.groupBy(
    imports.filter(({ ours }) => ours),
    ({ to }) => to,
  )
  const distances = new Map(changed.map((path) => [path, 0]))
  // A map is iterated in order of insertion, including what is inserted meanwhile: nearest first.
  for (const [path, distance] of distances) {
    if (distance > 0 && assembly.test(path)) continue
    for (const { from } of importers.get(path) ?? []) {
      if (!distances.has(from)) distances.set(from, distance + 1)
    }
  }
  const places = new Set(changed.map(placeOf))
  for (const test of tests) if (places.has(placeOf(test))) distances.set(test, Math.min(distances.get(test) ?? 1, 1))
  return tests
    .flatMap((test) => ({ test, distance: distances.get(test) ?? Number.POSITIVE_INFINITY }))
    .filter(({ distance }) => Number.isFinite(distance))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ test }) => test)
}

const ofOneThing =
  /^packages\/(?:instance\/src\/subjects\/[^/]+|console\/src\/(?:features|widgets\/[^/]+))\/[^/]+(?=\/)/

/**
 * The folder of a subject, feature or widget with everything in it; elsewhere the folder of the file, but the file itself in `e2e`, where
 * unrelated tests stand side by side.
 */
export function placeOf(path: string): string {
  const [thing] = ofOneThing.exec(path) ?? []
  return thing ?? (path.startsWith('e2e/') ? path : path.slice(0, path.lastIndexOf('/') + 1))
}

/** Takes files in order as long as the sum of their recorded seconds stays within a budget. */
export function withinBudget(
  files: readonly string[],
  secondsOf: (file: string) => number,
  budget: number,
): { readonly taken: readonly string[]; readonly left: readonly string[] } {
  const taken: string[] = []
  const left: string[] = []
  let spent = 0
  for (const file of files) {
    const fits = spent + secondsOf(file) <= budget
    if (fits) spent += secondsOf(file)
    ;(fits ? taken : left).push(file)
  }
  return { taken, left }
}
