import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { type RunningInstance, startInstance } from '../harness/instance.ts'
import { expectCleanStop } from '../harness/steady-load.ts'

interface Answer {
  readonly status: number
  readonly closes: boolean
  readonly body: string
}

function get(url: string, agent: Agent | false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent }, (answer: IncomingMessage) => {
      const closes = answer.headers.connection === 'close'
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, closes, body }), reject)
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

const codeOf = (error: unknown) => (error instanceof Error ? String(Reflect.get(error, 'code')) : String(error))

/** Sends requests continuously over one keep-alive connection until nothing listens on the port. */
async function untilRefused(url: string): Promise<{ answers: Answer[]; end: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answer[] = []
  try {
    for (;;) answers.push(await get(url, agent))
  } catch (error) {
    return { answers, end: codeOf(error) }
  } finally {
    agent.destroy()
  }
}

async function readiness(instance: RunningInstance): Promise<{ status: number; checks: unknown }> {
  const answer = await fetch(`${instance.url}/health/ready`)
  return { status: answer.status, checks: (await answer.json()).checks }
}

test('a stopping node drops no request of 40 busy connections', async () => {
  await using instance = await startInstance({ MILLWRIGHT_STOP_DELAY: '1' })
  expect(await readiness(instance)).toMatchObject({ status: 200, checks: { store: 'ok' } })
  const load = Array.from({ length: 40 }, () => untilRefused(`${instance.url}/api/v2/system/environment`))
  await get(`${instance.url}/api/v2/system/environment`, false)
  const stopped = instance.stop('SIGTERM')
  await expect
    .poll(() => readiness(instance), { interval: 10 })
    .toMatchObject({ status: 503, checks: { store: 'ok', node: 'It is stopping.' } })
  await stopped

  const clients = await Promise.all(load)
  expect(clients.map(({ end }) => end)).toEqual(clients.map(() => 'ECONNREFUSED'))
  const answers = clients.flatMap((client) => client.answers)
  expect(answers.length).toBeGreaterThan(80)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(clients.filter((client) => client.answers.at(-1)?.closes !== true)).toEqual([])
})

test('requests that are unfinished at the deadline are cut off', async () => {
  await using instance = await startInstance({ MILLWRIGHT_STOP_DELAY: '0', MILLWRIGHT_STOP_DEADLINE: '3' })
  const { port, hostname } = new URL(instance.url)
  const upload = connect(Number(port), hostname)
    .on('error', () => undefined)
    .resume()
  const closed = once(upload, 'close')
  await new Promise<void>((sent) => {
    const head =
      'POST /api/v2/user/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{'
    upload.write(head, () => sent())
  })
  await get(`${instance.url}/health/live`, false)
  await instance.stop('SIGTERM')
  await closed
  expect(instance.output()).toMatch(
    /Connections cut off after 3 s: 1\.|Stopping took longer than 3 s and was aborted\./,
  )
})

test('a second signal exits immediately', async () => {
  await using instance = await startInstance({ MILLWRIGHT_STOP_DELAY: '60', MILLWRIGHT_STOP_DEADLINE: '90' })
  const { port, hostname } = new URL(instance.url)
  const silent = connect(Number(port), hostname).on('error', () => undefined)
  await once(silent, 'connect')
  await get(`${instance.url}/health/live`, false)
  const first = instance.stop('SIGTERM')
  await expect.poll(async () => (await readiness(instance)).status, { interval: 10 }).toBe(503)
  // Signals within a second count as one.
  const again = setInterval(() => process.kill(instance.pid, 'SIGTERM'), 100)
  onTestFinished(() => clearInterval(again))
  await first
})

test('workers on SQLite stop on one signal, without resetting a connection', async () => {
  await using instance = await startInstance({ MILLWRIGHT_WORKERS: '2', MILLWRIGHT_LOG_LEVEL: 'info' })
  await expectCleanStop(instance)
})
