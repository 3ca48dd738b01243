import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openApp } from '../app.ts'
import { readConfig } from '../platform/settings/config.ts'
import { createPasswords } from '../subjects/identity/people/passwords.ts'
import { closeToOthers } from './data-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('files and folders that others could read are closed, links and what is outside are not followed', () => {
  const outside = mkdtempSync(join(tmpdir(), 'millwright-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }))
  writeFileSync(join(outside, 'theirs'), '')
  chmodSync(join(outside, 'theirs'), 0o644)
  mkdirSync(join(folder, 'databases'), { mode: 0o755 })
  symlinkSync(outside, join(folder, 'linked'))
  for (const name of ['instance.sqlite', 'instance.sqlite-wal', 'databases/db.sqlite']) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o664)
  }
  chmodSync(folder, 0o755)
  closeToOthers(folder)
  expect(modeOf(folder)).toBe('700')
  expect(modeOf(join(folder, 'databases'))).toBe('700')
  for (const name of ['instance.sqlite', 'instance.sqlite-wal', 'databases/db.sqlite']) {
    expect(modeOf(join(folder, name)), name).toBe('600')
  }
  expect(modeOf(join(outside, 'theirs'))).toBe('644')
})

test('an instance closes files that others could read when it starts, and creates only such that they cannot', async () => {
  const config = { ...readConfig({}), sampleData: false, dataFolder: join(folder, 'data') }
  mkdirSync(config.dataFolder)
  writeFileSync(join(config.dataFolder, 'usage.db'), '')
  chmodSync(join(config.dataFolder, 'usage.db'), 0o644)
  const passwords = createPasswords({ memory: 32, passes: 1, lanes: 1 })
  const app = await openApp(config, { passwords, log: () => undefined })
  const entries = readdirSync(config.dataFolder, { recursive: true, withFileTypes: true })
  const open = entries.filter((entry) => {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
    return (mode & 0o077) !== 0 && !entry.parentPath.startsWith(join(config.dataFolder, 'storage'))
  })
  await app.close()
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['instance.sqlite', 'instance.sqlite-wal']))
  expect(open.map(({ name }) => name)).toEqual([])
  expect(modeOf(config.dataFolder)).toBe('700')
})
