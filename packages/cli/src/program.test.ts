import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'millwright-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The program in a process of its own; settings of whoever runs the tests do not reach it. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MILLWRIGHT_'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...Object.fromEntries(inherited), MILLWRIGHT_DATA: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ready = new Promise<string[]>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (/^Open .*\n/m.test(output)) resolve(output.trimEnd().split('\n'))
    })
  })
  const ended = new Promise<{ output: string; errors: string; code: number | null }>((resolve) => {
    child.on('close', (code) => resolve({ output, errors, code }))
  })
  return { ready, ended, stop: (signal: 'SIGTERM' | 'SIGINT') => child.kill(signal) }
}

describe('refuses to start', () => {
  test.each([
    [['--port', 'http'], 1, 'MILLWRIGHT_PORT (--port) has to be a whole number'],
    [['--nonsense'], 2, "'--nonsense'"],
    [['serve', 'more'], 2, "'more' is one argument too many"],
    [['dance'], 2, "There is no command 'dance'"],
    [['console'], 2, '--instance'],
    [['console', '--instance', 'ftp://x'], 2, '--instance'],
    [['root-admin'], 2, 'e-mail address'],
  ])('%j', async (args, expected, sentence) => {
    const { output, errors, code } = await start(args).ended
    expect({ output, code }).toEqual({ output: '', code: expected })
    expect(errors).toMatch(/^millwright: .+\n$/)
    expect(errors).toContain(sentence)
  })

  test('on a port that is in use', async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { errors, code } = await start(['--port', String(port)]).ended
    other.close()
    expect({ errors, code }).toEqual({
      errors: `millwright: Port ${port} is in use. Name another with MILLWRIGHT_PORT or --port.\n`,
      code: 1,
    })
  })
})

test('--version and --help answer and end', async () => {
  expect(await start(['--version']).ended).toEqual({ output: '0.1.0\n', errors: '', code: 0 })
  const { output, code } = await start(['--help']).ended
  expect(code).toBe(0)
  expect(output).toContain('MILLWRIGHT_PORT')
  expect(output).toContain('--no-sample')
})

test('starts, tells the first administrator once, stops cleanly, and starts again', async () => {
  const data = join(folder, 'first')
  const run = () => start(['--port', '0', '--data', data], { MILLWRIGHT_ADMIN_EMAIL: 'ada@example.test' })

  const first = run()
  const lines = await first.ready
  expect(lines).toEqual([
    'First administrator: ada@example.test',
    expect.stringMatching(/^Password, shown only this once: \S{20}$/),
    expect.stringMatching(/^Millwright ready at http:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^Open http:\/\/localhost:\d+ in a browser on this machine\.$/),
  ])
  const address = lines[2]?.split(' ').at(-1)
  const body = JSON.stringify({ email: 'ada@example.test', password: lines[1]?.split(' ').at(-1) })
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${address}/api/v2/system/admin/session`, { method: 'POST', body, headers })
  expect(await login.json()).toMatchObject({ email: 'ada@example.test', is_root_admin: true })
  first.stop('SIGTERM')
  expect(await first.ended).toMatchObject({ errors: '', code: 0 })

  const second = run()
  expect((await second.ready)[0]).toMatch(/^Millwright ready at /)
  second.stop('SIGINT')
  expect(await second.ended).toMatchObject({ errors: '', code: 0 })
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
})
