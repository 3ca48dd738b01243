import type { ConfigDrift, ConfigLayout, ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { configStates, numbers, stateOf } from '../../../testing/config-states.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

const rounds = 12
const allowed = { allow_destroy: true }

describe.each(engines)('random states of configuration on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root: as } = instance

  it('have records of everything that folders have', async () => {
    const { body } = await send<ConfigLayout>('GET', 'system/config/layout', { as })
    expect(Object.keys(configStates).toSorted()).toEqual(body.types.map(({ type }) => type).toSorted())
    const random = numbers(38)
    const drawn = Array.from({ length: rounds }, () => stateOf(random)).flat()
    expect(new Set(drawn.map(({ type }) => type))).toEqual(new Set(Object.keys(configStates)))
  })

  it('are reached from each other, and then stay', async () => {
    const { apply, plan, exported } = configCalls(instance)
    const random = numbers(38)
    for (let round = 0; round < rounds; round += 1) {
      const target = stateOf(random)
      const { body: planned } = await plan(target, allowed)
      const { status, body } = await apply(target, { ...allowed, plan: planned.plan })
      expect({ round, status, error: body.error }).toEqual({ round, status: 200, error: undefined })
      expect(sorted(await exported('default'))).toEqual(sorted(target.map(asExported)))
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
    for (let round = 0; round < rounds / 2; round += 1) {
      const target = stateOf(random)
      expect((await apply(target, allowed)).body).toMatchObject({ applied: true })
      const edited = target.filter(() => random() < 0.4)
      for (const { type, name } of edited) {
        const { status } = (await configStates[type]?.edit(name, { send, as, round })) ?? { status: 0 }
        expect({ round, type, name, status }).toEqual({ round, type, name, status: type === 'custom' ? 201 : 200 })
      }
      const { body } = await send<ConfigDrift>('GET', 'system/config/drift', { as })
      const drifted = body.records.map(({ action, type, name }) => `${action} ${type}/${name}`)
      expect({ round, drifted: drifted.toSorted() }).toEqual({
        round,
        drifted: edited.map(({ type, name }) => `change ${type}/${name}`).toSorted(),
      })
    }
  })
})

const isSecret = ({ values }: ConfigRecord) => values.private === true

/** As an export has it: without secrets and defaults. */
function asExported(record: ConfigRecord): ConfigRecord {
  if (isSecret(record)) return { ...record, values: { private: true } }
  const isUsual = record.type === 'two_step' && record.values.policy === 'off'
  return isUsual ? { ...record, values: {} } : record
}

const sorted = (records: readonly ConfigRecord[]) =>
  records.toSorted((one, other) => (`${one.type}/${one.name}` < `${other.type}/${other.name}` ? -1 : 1))
