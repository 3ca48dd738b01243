import { describe, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('the configuration of the demonstration, on %s', (engine) => {
  const demo = sharedInstance({ engine, config: { demo: true, sampleData: true } })
  const fresh = sharedInstance({ engine, config: { sampleData: true } })

  it('is the same on a fresh instance after it was applied there', async () => {
    const records = await configCalls(demo).exported()
    const { apply, exported } = configCalls(fresh)
    expect((await apply(records, { adopt: true })).body).toMatchObject({ applied: true })
    expect(await exported()).toEqual(records)
    expect((await apply(records)).body).toMatchObject({ changes: [], unchanged: records.length })
  })

  it('changes nothing where it came from', async () => {
    const { apply, exported } = configCalls(demo)
    const records = await exported()
    const { body } = await apply(records, { adopt: true })
    expect(new Set(body.changes.map(({ action }) => action))).toEqual(new Set(['adopt']))
    expect(await exported()).toEqual(records)
  })
})
