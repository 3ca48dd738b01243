import { spawn, spawnSync } from 'node:child_process'

export interface Finished {
  readonly code: number
  readonly output: string
}

/** Signal that makes a program print what it is doing before it is killed. */
export const sayWhatRuns = 'SIGUSR2'

/** Milliseconds without output after which a program counts as hanging: a slow machine makes it slow, but not silent. */
export const longestSilence = 10 * 60_000
/** Milliseconds in which it can print its state. */
export const lastWords = 2_000

const running = new Set<number>()

/**
 * Runs a program without a terminal and collects its output, both streams in order of arrival. Kills a hanging program with all
 * its child processes. Never rejects.
 */
export function runCommand(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      detached: true,
    })
    const group = child.pid
    if (group !== undefined) running.add(group)
    const pieces: Buffer[] = []
    let ending: NodeJS.Timeout | undefined
    const end = () => {
      pieces.push(Buffer.from(`\nEnded after ${longestSilence / 60_000} minutes without a word.\n`))
      child.kill(sayWhatRuns)
      ending = setTimeout(() => group !== undefined && endGroup(group), lastWords)
    }
    const watch = watchSilence(longestSilence, end)
    const heard = (piece: Buffer) => {
      pieces.push(piece)
      watch.heard()
    }
    child.stdout.on('data', heard)
    child.stderr.on('data', heard)
    const finish = (code: number) => {
      watch.stop()
      clearTimeout(ending)
      if (group !== undefined) running.delete(group)
      resolve({ code, output: Buffer.concat(pieces).toString('utf8') })
    }
    child.on('error', (error) => {
      pieces.push(Buffer.from(`${program} could not be started: ${error.message}\n`))
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Calls `onSilence` once, after this many milliseconds without a call of `heard`. */
export function watchSilence(silence: number, onSilence: () => void): { heard(): void; stop(): void } {
  let over = false
  const timer = setTimeout(() => {
    over = true
    onSilence()
  }, silence)
  return {
    heard() {
      if (!over) timer.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Kills every program that is still running, with all processes that it started. */
export function endAllCommands(): void {
  for (const group of running) endGroup(group)
}

function endGroup(leader: number): void {
  // Browsers and servers have groups of their own.
  const started = descendantsOf(leader)
  for (const target of [-leader, ...started]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It ended in the meantime.
    }
  }
}

/** The processes that a process started, and those that they started. */
function descendantsOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  // Grows while it is iterated.
  for (const parent of found) found.push(...pairs.filter(([, its]) => its === parent).flatMap(([child = 0]) => child))
  return found.slice(1)
}
