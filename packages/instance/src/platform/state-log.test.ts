import { expect, test } from 'vitest'
import { createReadiness, createStateLog } from './readiness.ts'

test('logs each change of a check once, with its reason', async () => {
  const lines: string[] = []
  const reasons: Record<'store' | 'redis', string | null> = { store: null, redis: null }
  const readiness = createReadiness([
    { name: 'store', check: () => reasons.store },
    { name: 'redis', needed: false, check: () => reasons.redis },
  ])
  const compare = createStateLog(readiness, (text, level) => lines.push(`${level}: ${text}`))
  const after = async (change: Partial<typeof reasons>) => {
    Object.assign(reasons, change)
    await compare()
    await compare()
    return lines.splice(0)
  }
  expect(await after({})).toEqual([])
  expect(await after({ redis: 'Redis at here does not respond.' })).toEqual([
    "warn: The check 'redis' fails: Redis at here does not respond.",
  ])
  expect(await after({ store: 'It is away.' })).toEqual([
    "warn: The check 'store' fails: It is away.",
    'warn: This node is not ready.',
  ])
  expect(await after({ store: 'It is a standby.' })).toEqual(["warn: The check 'store' fails: It is a standby."])
  expect(await after({ store: 'It is away.' })).toEqual([])
  expect(await after({ store: null, redis: null })).toEqual([
    "info: The check 'store' passes again.",
    "info: The check 'redis' passes again.",
    'info: This node is ready again.',
  ])
  expect(await after({ store: 'It is away.' })).toContain("warn: The check 'store' fails: It is away.")
  readiness.drain()
  expect(await after({ store: null })).toEqual([])
})
