import { expect, test, vi } from 'vitest'
import { readConfig } from './platform/settings/config.ts'
import { environmentOfWorkers, withChosenPorts } from './worker-ports.ts'

const config = (env: Record<string, string>) => readConfig({ MILLWRIGHT_HOST: '127.0.0.1', ...env })

/** What a worker uses when its primary process was started with these settings. */
async function portsOf(env: Record<string, string>) {
  const settings = config(env)
  for (const [name, value] of Object.entries(await environmentOfWorkers(settings))) vi.stubEnv(name, value)
  const { port, appsPort, metrics } = withChosenPorts(settings)
  vi.unstubAllEnvs()
  return { port, appsPort, metrics: metrics.port }
}

test('a process without a primary one uses its settings', () => {
  const settings = config({ MILLWRIGHT_PORT: '0' })
  expect(withChosenPorts(settings)).toBe(settings)
})

test('ports that are set stay, and hosted apps get none of their own beside one', async () => {
  expect(await portsOf({ MILLWRIGHT_PORT: '8123' })).toMatchObject({ port: 8123, appsPort: null })
  expect(await portsOf({ MILLWRIGHT_PORT: '8123', MILLWRIGHT_APPS_PORT: '8124' })).toMatchObject({ appsPort: 8124 })
})

test('ports that the system chooses differ, and are the same in every worker', async () => {
  const { port, appsPort, metrics } = await portsOf({ MILLWRIGHT_PORT: '0', MILLWRIGHT_METRICS_PORT: '0' })
  const chosen = [port, appsPort ?? 0, metrics ?? 0]
  expect(new Set(chosen).size).toBe(3)
  expect(Math.min(...chosen)).toBeGreaterThan(0)
})

test('hosted apps behind a proxy need no port of their own', async () => {
  const apps = { MILLWRIGHT_PORT: '0', MILLWRIGHT_APPS_URL: 'https://apps.example' }
  expect(await portsOf(apps)).toMatchObject({ appsPort: null, metrics: null })
})
