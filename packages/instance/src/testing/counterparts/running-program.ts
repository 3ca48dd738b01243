import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, serverPath } from '../installed-program.ts'

export interface RunningProgram {
  /** The end of its output. */
  output(): string
  /** Stops the program, with SIGTERM by default; resolves when it has exited. */
  close(signal?: NodeJS.Signals): Promise<void>
}

interface Start {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Polled until it returns true. */
  readonly isReady: () => Promise<boolean>
}

/** Milliseconds for a program to become ready, between checks whether it is, and to exit when told to. */
const patience = { start: 60_000, ask: 20, end: 3_000 }
const longestOutput = 4_000

/** Programs to kill when the test process exits. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Kills the program along with the process that started it, however that ends: test workers are killed, and hooks of skipped
 * tests are not run.
 */
const endsWithUs = isInstalled('setpriv') ? ['setpriv', '--pdeathsig', 'KILL'] : []

/** Starts a server in the foreground. Rejects with its output if it exits or is not ready within a minute; nothing is left running then. */
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
    // Child processes of the program may keep these open for longer.
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

/** Whether a port of this machine accepts connections. */
export const listensOn = (port: number, host = '127.0.0.1') => hears(port, host, 'connect')

/** Whether a server on a port of this machine sends data first, as FTP and SSH servers do. */
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
