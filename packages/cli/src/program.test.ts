import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version } from '@millwright/instance/platform/version'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { run } from './run.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millwright-cli-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the program in its own process, without the environment of the test run. */
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
  return { ready, ended, errors: () => errors, stop: (signal: 'SIGTERM' | 'SIGINT') => child.kill(signal) }
}

/** Runs a command that is refused in this process, as starting the program takes longer than everything else. */
async function runHere(args: readonly string[], env: Record<string, string> = {}) {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const code = await run(args, { MILLWRIGHT_DATA: folder, ...env }, import.meta.dirname)
  const written = { output: output.mock.calls.join(''), errors: errors.mock.calls.join(''), code }
  vi.restoreAllMocks()
  return written
}

describe('the program does not start', () => {
  test.each([
    [['--port', 'http'], 1, 'MILLWRIGHT_PORT (--port) must be a whole number'],
    [['--nonsense'], 2, "'--nonsense'"],
    [['serve', 'more'], 2, "'more' is one argument too many"],
    [['dance'], 2, "There is no command 'dance'"],
    [['console'], 2, '--instance'],
    [['console', '--instance', 'ftp://x'], 2, '--instance'],
    [['root-admin'], 2, 'email address'],
    [['key', 'turn'], 2, "'key' goes on: key rotate."],
    [['key', 'rotate'], 1, 'There is no instance in the data folder'],
    [['key', 'rotate', '--new-secret-file', '/dev/null'], 1, 'The secret in /dev/null is damaged'],
    [['user'], 2, "'user' goes on: user reset-password."],
    [['user', 'reset-password'], 2, 'email address'],
    [['user', 'reset-password', 'a@example.test'], 1, 'There is no instance in the data folder'],
    [
      ['root-admin', 'a@example.test', '--data', '/dev/null/x'],
      1,
      'There is no instance in the data folder /dev/null/x',
    ],
    [['sqlite'], 2, "'sqlite' goes on: sqlite dates."],
    [['sqlite', 'dates'], 2, 'the file of a SQLite database'],
    [['sqlite', 'dates', '/dev/null/x', '--apply'], 1, 'There is no database /dev/null/x that can be read.'],
    [['backup'], 2, 'a file that does not exist yet'],
    [['restore'], 2, 'the file of a backup'],
    [['backup', '/tmp/x', '--passphrase-file', '/dev/null/x'], 1, 'The passphrase in /dev/null/x cannot be read'],
    [['backup', '/tmp/x', '--passphrase-file', '/dev/null'], 1, 'has fewer than 12 characters'],
    [['restore', '/dev/null/x'], 1, 'There is no backup /dev/null/x.'],
    [['migrate'], 1, 'There is no instance in the data folder'],
    [
      ['--workers', 'foo'],
      1,
      'MILLWRIGHT_WORKERS (--workers) must be a whole number between 1 and 256 or auto, not "foo".',
    ],
    [['--metrics-port', '8080'], 1, 'MILLWRIGHT_METRICS_PORT (--metrics-port) must be another port than that of'],
    [['--stop-delay', '30'], 1, 'MILLWRIGHT_STOP_DELAY (--stop-delay) must be less than MILLWRIGHT_STOP_DEADLINE'],
    [
      ['serve', '--data', '/dev/null/x'],
      1,
      'The data folder /dev/null/x cannot be written: part of its path is a file.',
    ],
    [['--config-overlay', 'x'], 1, 'MILLWRIGHT_CONFIG_OVERLAY (--config-overlay) needs MILLWRIGHT_CONFIG'],
    [
      ['--config', '/nowhere/config'],
      1,
      'MILLWRIGHT_CONFIG (--config) must be a folder; there is none at /nowhere/config.',
    ],
    [['--allow-private-hosts=-5'], 1, 'must list hosts; "-5" is not one.'],
    [['--admin-email', 'abc'], 1, 'MILLWRIGHT_ADMIN_EMAIL (--admin-email) must be an email address, not "abc".'],
    [['--data', '/proc/x/y'], 1, 'The data folder /proc/x/y cannot be written: nothing can be created there.'],
  ])('%j', async (args, expected, sentence) => {
    const { output, errors, code } = await runHere(args)
    expect({ output, code }).toEqual({ output: '', code: expected })
    expect(errors).toMatch(/^millwright: .+\n$/)
    expect(errors).toContain(sentence)
  })

  test('with a secret that cannot be read', async () => {
    const data = join(folder, 'unreadable')
    await mkdir(join(data, 'secret'), { recursive: true })
    const { errors, code } = await start(['--data', data]).ended
    expect({ code, files: await readdir(data) }).toEqual({ code: 1, files: ['secret'] })
    expect(errors).toMatch(
      /^millwright: The secret in .*unreadable.secret cannot be read: .+ or set MILLWRIGHT_SECRET\.\n$/,
    )
  })

  test.each([
    [[], 'nope'],
    [['--workers', '2'], 'nope'],
  ])('with a first administrator whose password is too short, and creates nothing: %j', async (args, password) => {
    const data = join(folder, 'short')
    const { errors, code } = await runHere(['--data', data, ...args], { MILLWRIGHT_ADMIN_PASSWORD: password })
    expect({ errors, code, created: existsSync(data) }).toEqual({
      errors:
        'millwright: MILLWRIGHT_ADMIN_PASSWORD (--admin-password) is not accepted. The password field must be at least 5 characters.\n',
      code: 1,
      created: false,
    })
  })

  test('for the first time with a configuration that is refused, with workers either', async () => {
    const shop = join(folder, 'shop')
    await mkdir(shop)
    await writeFile(join(shop, 'millwright.yaml'), 'format: 2\n')
    const { errors, code } = await start(['--data', join(folder, 'refused'), '--config', shop, '--workers', '2']).ended
    expect({ errors, code }).toEqual({
      errors: `millwright: The configuration in ${shop} is refused: millwright.yaml:1: 'format' must be 1, the format that this version reads.\n`,
      code: 1,
    })
  })

  describe('on a port that is in use, and creates nothing:', () => {
    const other = createServer()
    let port: string
    beforeAll(async () => {
      await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
      const address = other.address()
      port = String(typeof address === 'object' && address !== null ? address.port : 0)
      return () => void other.close()
    })
    test.each([
      ['--port', (taken: string) => `Port ${taken} is in use. Choose another one with MILLWRIGHT_PORT or --port.`],
      [
        '--apps-port',
        (taken: string) =>
          `Port ${taken} is not free for hosted apps. Name another with MILLWRIGHT_APPS_PORT or --apps-port; 0 for none.`,
      ],
      [
        '--metrics-port',
        (taken: string) =>
          `Port ${taken} is in use. Choose another one with MILLWRIGHT_METRICS_PORT or --metrics-port.`,
      ],
    ])('%s', async (flag, sentence) => {
      const data = join(folder, 'taken')
      for (const more of [[], ['--workers', '2']]) {
        const { output, errors, code } = await runHere(['--port', '0', flag, port, '--data', data, ...more])
        expect({ output, errors, code, created: existsSync(data) }).toEqual({
          output: '',
          errors: `millwright: ${sentence(port)}\n`,
          code: 1,
          created: false,
        })
      }
    })
  })
})

test('--version and --help print and exit', async () => {
  expect(await start(['--version']).ended).toEqual({ output: `${version}\n`, errors: '', code: 0 })
  const { output, code } = await start(['--help']).ended
  expect(code).toBe(0)
  expect(output).toContain('MILLWRIGHT_PORT')
  expect(output).toContain('--no-sample')
})

test('doctor warns of unknown settings, reports failures, and exits with 1 if there are any', async () => {
  const env = { MILLWRIGHT_PROT: '1', MILLWRIGHT_PORT: '0', MILLWRIGHT_CONNECTORS: join(folder, 'nosuch') }
  const { output, errors, code } = await start(['doctor', '--data', join(folder, 'none')], env).ended
  expect({ errors, code }).toEqual({ errors: '', code: 1 })
  expect(output).toMatch(/^warn {2}settings .*Did you mean MILLWRIGHT_PORT\?$/m)
  expect(output).toMatch(/^warn {2}store .*There is no instance in the data folder/m)
  expect(output).toContain(
    `FAIL  connectors   The connector '${join(folder, 'nosuch')}' could not be loaded: there is no such folder.`,
  )
  const unreadable = await start(['doctor', '--port', 'http']).ended
  expect(unreadable).toMatchObject({ code: 1, output: expect.stringContaining('FAIL  settings     MILLWRIGHT_PORT') })
})

test('starts, prints the first administrator once, stops cleanly, and starts again', async () => {
  const data = join(folder, 'first')
  const run = (...more: string[]) =>
    start(['--port', '0', '--data', data, ...more], { MILLWRIGHT_ADMIN_EMAIL: 'ada@example.test' })

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
  const { errors, code } = await first.ended
  const logged = errors
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect({ logged, code }).toMatchObject({
    logged: [
      {
        level: 'info',
        msg: expect.stringMatching(
          /^Started version \S+ .* schema version \d+ on SQLite, with .*MILLWRIGHT_ADMIN_EMAIL/i,
        ),
      },
      { level: 'info', msg: 'request', method: 'POST', path: '/api/v2/system/admin/session', status: 200 },
      { level: 'info', msg: 'Stopping on SIGTERM.' },
      { level: 'info', msg: 'Stopped.' },
    ],
    code: 0,
  })

  const second = run('--log-level', 'error')
  expect((await second.ready)[0]).toMatch(/^Millwright ready at /)
  second.stop('SIGINT')
  expect(await second.ended).toMatchObject({ errors: '', code: 0 })
  expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
})

test('backs up a running instance, and restores it into an empty folder', async () => {
  const data = join(folder, 'source')
  const again = join(folder, 'again')
  const file = join(folder, 'backup.tar.gz')
  const passphrase = join(folder, 'passphrase')
  await writeFile(passphrase, 'correct horse battery staple\n')
  const env = { MILLWRIGHT_PORT: '0', MILLWRIGHT_ADMIN_EMAIL: 'ada@example.test', MILLWRIGHT_STOP_DELAY: '0' }
  const running = start(['--data', data], env)
  await running.ready
  const made = await start(['backup', file, '--data', data, '--passphrase-file', passphrase]).ended
  expect(made).toMatchObject({
    errors: '',
    code: 0,
    output: expect.stringContaining('It includes the secret, encrypted'),
  })
  running.stop('SIGTERM')
  await running.ended

  const over = await start(['restore', file, '--data', data, '--passphrase-file', passphrase]).ended
  expect(over).toMatchObject({ code: 1, errors: expect.stringContaining(`The data folder ${data} is not empty`) })
  const restored = await start(['restore', file, '--data', again, '--passphrase-file', passphrase]).ended
  expect(restored).toMatchObject({ errors: '', code: 0, output: expect.stringMatching(/^Restored \d+ rows/) })
  expect(await readFile(join(again, 'secret'), 'utf8')).toBe(await readFile(join(data, 'secret'), 'utf8'))
  const second = start(['--data', again, '--log-level', 'warn'], env)
  expect((await second.ready)[0]).toMatch(/^Millwright ready at /)
  second.stop('SIGTERM')
  expect(await second.ended).toMatchObject({ errors: '', code: 0 })
})

test('serves metrics only on their own port', async () => {
  const { ready, errors, ended, stop } = start([
    '--port',
    '0',
    '--metrics-port',
    '0',
    '--data',
    join(folder, 'metrics'),
  ])
  const address = (await ready)
    .find((line) => line.startsWith('Millwright ready'))
    ?.split(' ')
    .at(-1)
  await expect.poll(errors).toContain('Metrics at ')
  const metrics = /Metrics at ([^"\s]+)/.exec(errors())?.[1] ?? ''
  expect(await (await fetch(metrics)).text()).toContain('millwright_build_info{')
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  stop('SIGINT')
  expect(await ended).toMatchObject({ code: 0 })
})
