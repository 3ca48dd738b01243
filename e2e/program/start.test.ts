import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
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
  /** Signals each process of its group, as a terminal and service managers do. */
  const signalAll = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
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
  return { printed: () => printed, interrupt, signalAll, terminate, ended }
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
      .poll(() =>
        fetch(url).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'npm start counts a %s to its process group as one, and answers the request in progress',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-start-'))
    try {
      const { printed, signalAll, ended } = await npmStart(folder)
      const url = /ready at (\S+)/.exec(printed())?.[1] ?? ''
      const body = JSON.stringify({ email: 'nobody@example.test', password: 'x' })
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const sending = request(`${url}/api/v2/user/session`, { method: 'POST', headers })
      const answer = once(sending, 'response')
      await new Promise((written) => sending.write(body.slice(0, 5), written))
      // A later request is answered, so the server knows of the one before.
      expect((await fetch(`${url}/health/live`)).status).toBe(200)
      signalAll(signal)
      await expect.poll(() => listens(url)).toBe(false)
      sending.end(body.slice(5))
      const [{ statusCode }] = await answer
      expect(statusCode).toBe(401)
      await ended
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

/** Whether a new connection is accepted. */
const listens = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => resolve(true)).on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
