import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A server of ours in a separate process. */
export interface ServerProcess {
  readonly pid: number
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** Milliseconds from spawning to the line that says it is ready. */
  readonly readyAfter: number
  /** Its whole output so far. */
  output(): string
  /** Current resident memory in MB; `null` if the system does not report it. */
  memory(): number | null
  /** Ends the process and resolves with its exit code, `null` if a signal ended it. `SIGKILL` gives it no time to clean up. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ServerOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Prefix of a command that runs another one in the same process; absent: none. */
  readonly within?: readonly string[]
}

const readyLine = /^.*\bready at (http:\/\/\S+)$/im
/** Milliseconds. */
const patience = 120_000

/**
 * Runs a script that serves and waits for its line «… ready at URL».
 *
 * @throws {Error} with its output if it ends before, or takes longer than two minutes
 */
export async function startServer(
  args: readonly string[],
  { cwd, env, within = [] }: ServerOptions,
): Promise<ServerProcess> {
  const started = performance.now()
  const [first = process.execPath, ...rest] = [...within, process.execPath, ...args]
  const child = spawn(first, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Log lines for requests would accumulate in this process and distort measurements.
    env: { ...process.env, NODE_ENV: undefined, MILLWRIGHT_CHROMIUM: undefined, MILLWRIGHT_LOG_LEVEL: 'warn', ...env },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const pieces: string[] = []
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
  try {
    const url = await addressOf(child, pieces)
    const readyAfter = performance.now() - started
    return {
      pid: child.pid ?? 0,
      url,
      readyAfter,
      output: () => pieces.join(''),
      memory: () => residentMemory(child.pid),
      stop,
    }
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
}

function addressOf(child: ChildProcess, pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`A server ${why}. It printed:\n${pieces.join('')}`))
    const timer = setTimeout(() => fail(`was not ready after ${patience / 1000} s`), patience)
    child.stderr?.on('data', (piece: Buffer) => pieces.push(piece.toString('utf8')))
    child.stdout?.on('data', (piece: Buffer) => {
      pieces.push(piece.toString('utf8'))
      const url = readyLine.exec(pieces.join(''))?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
    child.once('error', (error) => fail(`could not be started: ${error.message}`))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with code ${code}`)
    })
  })
}

function residentMemory(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
