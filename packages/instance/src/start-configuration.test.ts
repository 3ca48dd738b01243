import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ConfigExport } from '@millwright/contract/wire/config'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type App, openApp } from './app.ts'
import { type Config, readConfig } from './platform/settings/config.ts'
import { createPasswords } from './subjects/identity/people/passwords.ts'
import { createMigratedPlace } from './testing/test-store.ts'

const passwords = createPasswords({ memory: 32, passes: 1, lanes: 1 })
const refused = 'The configuration is refused, and the instance keeps the one that it had. The log has the reason.'

describe('a folder of configuration at start', () => {
  let config: Config
  let folder = ''
  let log: string[] = []

  beforeEach(async () => {
    const place = await createMigratedPlace('sqlite')
    const files = mkdtempSync(join(tmpdir(), 'millwright-at-start-'))
    onTestFinished(async () => {
      rmSync(files, { recursive: true, force: true })
      await place.remove()
    })
    folder = join(files, 'shop')
    log = []
    config = {
      ...readConfig({}),
      port: 0,
      dataFolder: place.dataFolder,
      databaseUrl: place.databaseUrl,
      sampleData: false,
      secret: '5a'.repeat(32),
      configuration: { folder, overlay: null, env: { CITY: 'Bergen' } },
    }
  })

  function write(files: Readonly<Record<string, string>>): void {
    rmSync(folder, { recursive: true, force: true })
    for (const [path, text] of Object.entries({ 'millwright.yaml': 'format: 1\n', ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }

  const open = (more: Partial<Config> = {}) =>
    openApp({ ...config, ...more }, { passwords, log: (text) => log.push(text) })

  async function started<T>(work: (app: App) => Promise<T>, more: Partial<Config> = {}): Promise<T> {
    const app = await open(more)
    try {
      return await work(app)
    } finally {
      await app.close()
    }
  }

  async function cityIn({ operate }: App): Promise<unknown> {
    const { records } = (await operate({ verb: 'GET', path: 'system/config' })) as ConfigExport
    return records.find(({ type, name }) => type === 'lookup' && name === 'city')?.values.value
  }

  const city = (value: string) => ({ 'lookups.yaml': `city:\n  value: ${value}\n` })

  it('ends the first start if it is refused, until it is mended', async () => {
    write({ 'lookups.yaml': 'city:\n  valu: Bergen\nother:\n  odd: x\n' })
    const sentence = `The configuration in ${folder} is refused: lookups.yaml:2: There is no 'valu'. Did you mean 'value'? There is 1 more problem.`
    await expect(open()).rejects.toThrow(sentence)
    rmSync(folder, { recursive: true, force: true })
    await expect(open()).rejects.toThrow(`The configuration in ${folder} is refused: There is no folder ${folder}.`)
    write({ ...city(`$${'{env:CITY}'}`), 'email-templates/User Invite Default.yaml': 'subject: Welcome\n' })
    expect(await started(cityIn)).toBe('Bergen')
    expect(log).toContain(`Configuration in ${folder}: 1 created, 1 changed, 0 unchanged.`)
  })

  it('changes what it names at later starts, and nothing if it is refused', async () => {
    write(city('Bergen'))
    expect(await started(cityIn)).toBe('Bergen')
    write({ ...city('Oslo'), 'email-templates/User Invite Default.yaml': 'subject: Welcome\n' })
    await started(async (app) => {
      expect(await cityIn(app)).toBe('Bergen')
      expect(await app.readiness.report()).toMatchObject({ ready: true, checks: { configuration: refused } })
    })
    expect(log.join('\n')).toContain(
      "User Invite Default.yaml:1: 'User Invite Default' exists, and no folder manages it.",
    )
    write({ ...city('Oslo'), 'overlays/production/lookups.yaml': 'city:\n  value: Tromsø\n' })
    await started(
      async (app) => {
        expect(await cityIn(app)).toBe('Tromsø')
        expect(await app.readiness.report()).toMatchObject({ checks: { configuration: 'ok' } })
      },
      { configuration: { folder, overlay: 'production', env: {} } },
    )
    await started(
      async (app) => {
        expect(await cityIn(app)).toBe('Tromsø')
        expect((await app.readiness.report()).checks).not.toHaveProperty('configuration')
      },
      { configuration: null },
    )
  })

  it('takes over nothing that was made by hand after a start without it', async () => {
    write({ 'lookups.yaml': '- x\n' })
    await expect(open()).rejects.toThrow('lookups.yaml:1:')
    await started(
      ({ operate }) =>
        operate({ verb: 'POST', path: 'system/lookup', payload: { resource: [{ name: 'city', value: 'by hand' }] } }),
      { configuration: null },
    )
    write(city('Bergen'))
    expect(await started(cityIn)).toBe('by hand')
    expect(log.join('\n')).toContain("'city' exists, and no folder manages it.")
  })

  it('is applied once by nodes that start together', async () => {
    const place = await createMigratedPlace('postgres')
    onTestFinished(() => place.remove())
    write(city('Bergen'))
    const { dataFolder, databaseUrl } = place
    const nodes = await Promise.all(Array.from({ length: 3 }, () => open({ dataFolder, databaseUrl })))
    await Promise.all(nodes.map((node) => node.close()))
    const told = log.filter((line) => line.startsWith('Configuration in')).map((line) => line.split(': ').at(-1))
    expect(told.toSorted()).toEqual(['1 created, 0 unchanged.', '1 unchanged.', '1 unchanged.'])
  })
})
