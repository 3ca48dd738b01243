import type { ConfigDrift, ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { configCalls } from '../../testing/config-calls.ts'
import { sharedInstance } from '../../testing/test-instance.ts'
import { engines } from '../../testing/test-store.ts'

const rounds = 12

describe.each(engines)('random states of configuration on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root } = instance

  it('are reached from each other, and then stay', async () => {
    const { apply, plan, exported } = configCalls(instance)
    const random = numbers(38)
    for (let round = 0; round < rounds; round += 1) {
      const target = stateOf(random)
      const { body: planned } = await plan(target)
      const { status, body } = await apply(target, { plan: planned.plan })
      expect({ round, status, error: body.error }).toEqual({ round, status: 200, error: undefined })
      expect(sorted(await exported('default'))).toEqual(sorted(target.map(withoutSecret)))
      expect((await plan(target)).body).toMatchObject({ changes: [], unchanged: target.length })
      const [secret] = target.filter(isSecret)
      if (secret === undefined) continue
      const changed = target.map((record) =>
        record === secret ? { ...record, values: { ...record.values, value: 'changed' } } : record,
      )
      expect((await plan(changed)).body.changes).toMatchObject([
        { name: secret.name, differences: [{ field: 'value' }] },
      ])
    }
  })

  it('drift in exactly what is edited by hand', async () => {
    const { apply } = configCalls(instance)
    const random = numbers(7)
    const edited = new Set<string>()
    for (let round = 0; round < rounds / 2; round += 1) {
      const target = stateOf(random)
      expect((await apply(target)).status).toBe(200)
      edited.clear()
      for (const { type, name } of target) {
        if (!['role', 'app', 'lookup'].includes(type) || random() < 0.6) continue
        const found = await send<{ resource: [{ id: number }] }>('GET', `system/${type}?filter=name="${name}"`, {
          as: root,
        })
        const { id } = found.body.resource[0]
        const isGone = type === 'lookup' && random() < 0.5
        const call = isGone ? 'DELETE' : 'PATCH'
        const body = isGone ? undefined : { description: `By hand, ${round}` }
        expect((await send(call, `system/${type}/${id}`, { as: root, body })).status).toBe(200)
        edited.add(`${isGone ? 'delete' : 'change'} ${type}/${name}`)
      }
      const { body } = await send<ConfigDrift>('GET', 'system/config/drift', { as: root })
      const drifted = body.records.map(({ action, type, name }) => `${action} ${type}/${name}`)
      expect({ round, drifted: new Set(drifted) }).toEqual({ round, drifted: edited })
    }
  })
})

const isSecret = ({ values }: ConfigRecord) => values.private === true

/** As an export has it. */
function withoutSecret(record: ConfigRecord): ConfigRecord {
  return isSecret(record) ? { ...record, values: { private: true } } : record
}

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
    ...['secret', 'other secret'].filter(chance).map((name) => ({
      type: 'lookup',
      name,
      values: { private: true, value: one(['a', 'ä\n', 'true']) },
    })),
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
