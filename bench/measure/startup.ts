import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../tools/server-process.ts'
import { median } from '../median.ts'

export interface StartResult {
  /** Milliseconds until the server is ready. */
  readonly ready: number
  /** Resident MB shortly afterwards; `null` if the system does not report it. */
  readonly memory: number | null
}

/** Milliseconds until a started server is idle. */
const settling = 1500

/** Starts the servers alternately, `rounds` times each, and returns the medians. */
export async function compareStarts<Name extends string>(
  servers: Readonly<Record<Name, () => Promise<ServerProcess>>>,
  rounds: number,
): Promise<Record<Name, StartResult>> {
  const names = Object.keys(servers) as Name[]
  const seen = new Map(names.map((name) => [name, [] as StartResult[]]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)?.push(await startOnce(servers[name]))
  }
  const results = names.map((name) => [name, medianStart(seen.get(name) ?? [])] as const)
  return Object.fromEntries(results) as Record<Name, StartResult>
}

async function startOnce(start: () => Promise<ServerProcess>): Promise<StartResult> {
  const server = await start()
  try {
    await pause(settling)
    return { ready: server.readyAfter, memory: server.memory() }
  } finally {
    await server.stop('SIGKILL')
  }
}

function medianStart(all: readonly StartResult[]): StartResult {
  const memory = all.flatMap((one) => (one.memory === null ? [] : [one.memory]))
  return { ready: median(all.map(({ ready }) => ready)), memory: memory.length === 0 ? null : median(memory) }
}
