import { spawn } from 'node:child_process'

export interface Finished {
  readonly code: number
  readonly output: string
}

/** Minutes after which a step is taken for hanging and ended with everything that it started. */
const longest = 10

const running = new Set<number>()

/** Runs a program without a terminal and keeps what it prints, both streams in order of arrival. Never rejects. */
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
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
    const timer = setTimeout(() => {
      pieces.push(Buffer.from(`\nEnded after ${longest} minutes.\n`))
      if (group !== undefined) endGroup(group)
    }, longest * 60_000)
    const finish = (code: number) => {
      clearTimeout(timer)
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

/** Ends every program still running here, with what it started. */
export function endAllCommands(): void {
  for (const group of running) endGroup(group)
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}
