import { readConfig } from '@millwright/instance/platform/settings/config'
import { type Setting, settings } from '@millwright/instance/platform/settings/settings'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { readCommandLine, UsageError } from './flags.ts'
import { help } from './run.ts'

const read = (args: readonly string[]) => readCommandLine(args, Object.keys(commands))
const all: readonly Setting[] = Object.values(settings)

test.each([['--port'], ['--no-port'], ['--unknown', 'x'], ['--sample=yes']])('%j is rejected', (...args) => {
  expect(() => read(args)).toThrow(UsageError)
})

test('the default command is serve', () => {
  expect(read([])).toEqual({ command: 'serve', operands: [], flags: {} })
})

test('flags set the configuration', () => {
  const { flags } = read([
    'serve',
    '--port=1234',
    '--data',
    '/srv/data',
    '--database',
    'postgres://localhost/x',
    '--no-sample',
    '--allow-forever-sessions',
  ])
  expect(readConfig({}, flags)).toMatchObject({
    port: 1234,
    dataFolder: '/srv/data',
    databaseUrl: 'postgres://localhost/x',
    sampleData: false,
    allowForeverSessions: true,
  })
})

test('every setting has its own flag and variable, and help lists both', () => {
  expect(new Set(all.map(({ flag }) => flag)).size).toBe(all.length)
  expect(new Set(all.map(({ variable }) => variable)).size).toBe(all.length)
  const printed = help()
  for (const { flag, variable } of all) expect(printed).toMatch(new RegExp(`--(no-)?${flag}\\b.*\\b${variable}\\b`))
})

test('a command may have two words', () => {
  expect(read(['user', 'reset-password', 'ada@example.test'])).toMatchObject({
    command: 'user reset-password',
    operands: ['ada@example.test'],
  })
  expect(read(['user', 'other'])).toMatchObject({ command: 'user', operands: ['other'] })
})

test('help lists every command', () => {
  const printed = help()
  for (const { usage, meaning } of Object.values(commands)) {
    expect(printed).toContain(`millwright ${usage}`)
    expect(printed).toContain(meaning)
  }
})
