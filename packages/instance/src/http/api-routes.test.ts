import { setImmediate } from 'node:timers/promises'
import { Problem } from '@millwright/contract/problem'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type ApiParts, addApi } from './api-routes.ts'
import { createServer } from './server.ts'

it('answers 503, and goes on, if the database is away before names and CORS entries are read', async () => {
  const unheard = vi.fn()
  process.on('unhandledRejection', unheard)
  onTestFinished(() => void process.off('unhandledRejection', unheard))
  const away = () => Promise.reject(new Problem(503, 'The database cannot be reached.'))
  const server = createServer({ bodyLimit: 1_000, trustedProxies: [], log: () => undefined })
  const parts: Partial<ApiParts> = {
    version: { refusal: null },
    presentName: away,
    corsRules: () => setImmediate().then(away),
  }
  addApi(server, parts as ApiParts)
  const { statusCode } = await server.inject('/api/v2/db/_table/contact')
  await setImmediate()
  await setImmediate()
  expect([statusCode, unheard.mock.calls]).toEqual([503, []])
})
