import type { ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { configCalls } from '../../testing/config-calls.ts'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

const rounds = 12

describe.each(engines)('random states of configuration on %s', (engine) => {
  const instance = sharedInstance({ engine })

  it('are reached from each other, and then stay', async () => {
    const { apply, plan, exported } = configCalls(instance)
    const random = numbers(38)
    for (let round = 0; round < rounds; round += 1) {
      const target = stateOf(random)
      const { body: planned } = await plan(target)
      const { status, body } = await apply(target, { plan: planned.plan })
      expect({ round, status, error: body.error }).toEqual({ round, status: 200, error: undefined })
      expect(sorted(await exported('default'))).toEqual(sorted(target))
      expect((await plan(target)).body).toMatchObject({ changes: [], unchanged: target.length })
    }
  })
})

const sorted = (records: readonly ConfigRecord[]) =>
  records.toSorted((one, other) => (`${one.type}/${one.name}` < `${other.type}/${other.name}` ? -1 : 1))

/** Records that name each other; each member is there or at its default. */
function stateOf(random: () => number): ConfigRecord[] {
  const chance = () => random() < 0.6
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const roles = ['A', 'B', 'C', 'D'].filter(chance)
  const text = () => one(['x', 'ä "quoted"', 'two\nlines', '{not} a placeholder', '0', 'true', ' # '])
  const maybe = (values: object) => (chance() ? values : {})
  const access = () =>
    ['_table/a', '_table/b', '_table/c/*'].filter(chance).map((component) => ({
      service: 'db',
      component,
      verb_mask: one([['GET'], ['GET', 'POST'], ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']]),
      ...maybe({ filters: [{ name: 'id', operator: '=', value: '1' }] }),
    }))
  const rowsOf = (name: string, rows: readonly object[]) => (rows.length === 0 ? {} : { [name]: rows })
  return [
    ...roles.map((name) => ({
      type: 'role',
      name,
      values: {
        ...maybe({ description: text() }),
        ...maybe({ is_active: true }),
        ...rowsOf('access', access()),
        ...rowsOf(
          'lookups',
          ['k', 'l'].filter(chance).map((key) => ({ name: key, ...maybe({ value: text() }) })),
        ),
      },
    })),
    ...['p', 'q'].filter(chance).map((name) => ({
      type: 'app',
      name,
      values: { ...maybe({ is_active: true }), ...(roles.length > 0 && chance() ? { role: one(roles) } : {}) },
    })),
    ...['one', 'two', 'three']
      .filter(chance)
      .map((name) => ({ type: 'lookup', name, values: maybe({ value: text() }) })),
    ...roles
      .slice(0, 2)
      .filter(chance)
      .map((name) => ({
        type: 'limit',
        name: `of ${name}`,
        values: { type: 'instance.role', rate: one([0, 5, 100]), period: one(['minute', 'day']), role: name },
      })),
    ...['note', 'other'].filter(chance).map((name) => ({
      type: 'email_template',
      name,
      values: { ...maybe({ subject: text() }), ...maybe({ body_html: `<p>${text()}</p>\n` }) },
    })),
  ]
}

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
