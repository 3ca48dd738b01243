import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, serverPath } from '../installed-program.ts'

export interface RunningProgram {
  /** The end of what it has printed. */
  output(): string
  /** Ends the program, by SIGTERM unless said otherwise; resolves once it is gone. */
  close(signal?: NodeJS.Signals): Promise<void>
}

interface Start {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Asked again until it says yes. */
  readonly isReady: () => Promise<boolean>
}

/** Milliseconds for a program to get ready, between questions whether it is, and to end when it is asked to. */
const patience = { start: 60_000, ask: 20, end: 3_000 }
const longestOutput = 4_000

/** What has to be ended when the tests are ended themselves. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Ends what follows with the process that started it, however that ends: workers of tests are killed, and hooks of skipped tests not run. */
const endsWithUs = isInstalled('setpriv') ? ['setpriv', '--pdeathsig', 'KILL'] : []

/** Starts a server in the foreground. Rejects with what it printed if it ends or is not ready in a minute; nothing then runs. */
export async function startProgram(
  program: string,
  args: readonly string[],
  { env = {}, cwd, isReady }: Start,
): Promise<RunningProgram> {
  const [first = program, ...rest] = [...endsWithUs, program, ...args]
  const child = spawn(first, rest, {
    env: { ...serverPath, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-longestOutput)
    })
  }
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  let end: string | null = null
  gone.then((how) => {
    end = how
  })
  running.add(child)

  async function close(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), patience.end)
    await gone
    running.delete(child)
    clearTimeout(late)
    // What it started may hold these open for longer.
    child.stdout.destroy()
    child.stderr.destroy()
  }

  const deadline = Date.now() + patience.start
  while (!(await isReady())) {
    if (end === null && Date.now() < deadline) {
      await pause(patience.ask)
      continue
    }
    await close()
    throw new Error(`${program} did not start (${end ?? 'it was not ready in time'}):\n${printed}`)
  }
  return { output: () => printed, close }
}

/** Whether something listens on a port of this machine. */
export const listensOn = (port: number, host = '127.0.0.1') => hears(port, host, 'connect')

/** Whether something on a port of this machine speaks first, as servers of FTP and SSH do. */
export const greetsOn = (port: number, host = '127.0.0.1') => hears(port, host, 'data')

function hears(port: number, host: string, event: 'connect' | 'data'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 })
    const answer = (heard: boolean) => {
      resolve(heard)
      socket.destroy()
    }
    socket.once(event, () => answer(true))
    for (const failure of ['error', 'timeout', 'close']) socket.once(failure, () => answer(false))
  })
}
