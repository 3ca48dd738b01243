import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(dirname(import.meta.dirname))

/** Runs `npm start`; resolves when the server is ready, with its output and functions that end it. */
async function npmStart(folder: string) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: undefined, MILLWRIGHT_PORT: '0', MILLWRIGHT_DATA: folder },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const interrupt = async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
    await ended
  }
  /** Signals only the process that was started, as a service manager does. */
  const terminate = () => child.kill('SIGTERM')
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      printed += piece.toString('utf8')
      if (printed.includes('Millwright ready at')) resolve()
    })
    child.stderr.on('data', (piece: Buffer) => {
      printed += piece.toString('utf8')
    })
    child.once('exit', () => reject(new Error(`npm start ended:\n${printed}`)))
  })
  return { printed: () => printed, interrupt, terminate, ended }
}

test('npm start prints the credentials of a first administrator once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-start-'))
  try {
    const first = await npmStart(folder)
    await first.interrupt()
    expect(first.printed()).toMatch(/^First administrator: \S+@\S+$/m)
    expect(first.printed()).toMatch(
      /^Millwright ready at http:\/\/127\.0\.0\.1:(\d+)\nOpen http:\/\/localhost:\1 in a browser/m,
    )

    const second = await npmStart(folder)
    await second.interrupt()
    expect(second.printed()).not.toContain('First administrator')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('npm start stops its server when only npm is signalled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-start-'))
  try {
    const { printed, terminate, ended } = await npmStart(folder)
    const url = /ready at (\S+)/.exec(printed())?.[1] ?? ''
    expect((await fetch(url)).status).toBe(200)
    terminate()
    await ended
    await expect
      .poll(
        () =>
          fetch(url).then(
            () => 'answers',
            () => 'gone',
          ),
        { timeout: 5000 },
      )
      .toBe('gone')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
