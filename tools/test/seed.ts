/** The environment variable that sets the seed of property tests, to repeat a run of `npm test -- all`. */
export const seedVariable = 'TEST_SEED'

/** The same in every gate, as a change is not to fail for what another one did. */
const seedOfTheGate = 2026

/** The seed of property tests: a 32-bit integer. */
export function testSeed(env: NodeJS.ProcessEnv): number {
  const set = env[seedVariable]
  return set === undefined ? seedOfTheGate : Number(set) | 0
}

/** A new seed for a run that is to try what no run has tried, unless the variable sets one. */
export function newSeed(env: NodeJS.ProcessEnv, random: () => number = Math.random): number {
  return env[seedVariable] === undefined ? Math.floor(random() * 2 ** 31) : testSeed(env)
}

/** How many random filters a run of everything sends to each database; the gate sends a hundredth. */
const filterRuns = '20000'

/** The variables of a run of everything: it tries what no run has tried, and more of it. Those that are set stay. */
export function thoroughVariables(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const { TEST_FILTERS: runs = filterRuns } = env
  return { [seedVariable]: String(newSeed(env)), TEST_FILTERS: runs }
}
