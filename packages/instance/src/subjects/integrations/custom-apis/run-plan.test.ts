import { Problem } from '@millwright/contract/problem'
import type { PlanStep } from '@millwright/contract/records/execution-plan'
import { expect, test } from 'vitest'
import { noLookups } from '../../../platform/lookup-substitution.ts'
import { runPlan } from './run-plan.ts'

const given = {
  path: {},
  query: {},
  header: {},
  body: {},
  user: null,
  role: null,
  app: null,
  now: '',
  described: new Set<string>(),
}

/** Runs steps whose requests are held until nothing else can begin; `failing`: resources that are refused. */
async function run(steps: readonly PlanStep[], { isWhole = false, failing = [] as readonly string[] } = {}) {
  const rounds: string[][] = []
  const told: string[] = []
  let round: { resources: string[]; over: Promise<void> } | null = null
  const answer = await runPlan({ execution_plan: { steps }, response_mapping: null }, given, {
    lookups: noLookups,
    now: () => 0,
    isGivenUp: () => false,
    isWhole,
    ended: ({ key }) => told.push(key),
    async send({ resource }) {
      if (round === null) {
        const over = new Promise<void>((resolve) => setImmediate(resolve))
        round = { resources: [], over }
        rounds.push(round.resources)
      }
      round.resources.push(resource)
      await round.over
      round = null
      if (failing.includes(resource)) throw new Problem(404, `There is no ${resource}.`)
      return { value: resource, isCached: false }
    },
  }).catch((error: Error) => error.message)
  return { rounds, told, answer }
}

const read = (resource: string, more: Partial<PlanStep> = {}): PlanStep =>
  ({ id: resource, service: 'db', resource, ...more }) as PlanStep

test('reads that need nothing of each other are requested at once, and told in their order', async () => {
  expect(await run([read('a'), read('b'), read('c', { params: { limit: '{steps.a}' } }), read('d')])).toEqual({
    rounds: [
      ['a', 'b'],
      ['c', 'd'],
    ],
    told: ['a', 'b', 'c', 'd'],
    answer: 'd',
  })
})

test('writes, calls of procedures and the requests of a transaction wait for each other', async () => {
  const steps = [read('a'), read('b', { method: 'POST' }), read('_proc/c'), read('d'), read('e')]
  expect((await run(steps)).rounds).toEqual([['a'], ['b'], ['_proc/c'], ['d', 'e']])
  expect((await run([read('a'), read('b')], { isWhole: true })).rounds).toEqual([['a'], ['b']])
})

test('of several reads that fail at once, the first is told', async () => {
  expect(await run([read('a'), read('b'), read('c')], { failing: ['b', 'c'] })).toMatchObject({
    told: ['a', 'b'],
    answer: 'There is no b.',
  })
})
