import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Clock ticks per second in which Linux counts processor time. */
const ticks = 100

/** Returns the process that was started for a port of this machine, and its child processes. Linux only. */
export function processesOn(port: number): readonly number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const named = new Set(pids.filter((pid) => commandOf(pid).some((part) => part.trim().endsWith(String(port)))))
  const parentOf = (pid: number) => Number(statOf(pid)[1])
  const first = [...named].find((pid) => !named.has(parentOf(pid)))
  return first === undefined ? [] : pids.filter((pid) => pid === first || parentOf(pid) === first)
}

/** Returns the number of processors that these processes keep busy, averaged over the given seconds. */
export async function busyProcessors(pids: () => readonly number[], seconds: number): Promise<number> {
  const before = processorTime(pids())
  await wait(seconds * 1000)
  return Math.max(0, processorTime(pids()) - before) / seconds / 1000
}

/** Returns the processor time that these processes have used, in milliseconds, in steps of ten. */
export function processorTime(pids: readonly number[]): number {
  const spent = pids.reduce((sum, pid) => sum + Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0), 0)
  return (spent / ticks) * 1000
}

/** Returns the memory used by these processes alone, in MB. */
export function ownMemory(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const text = readOr(`/proc/${pid}/smaps_rollup`)
    const kilobytes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].map(([, amount]) => Number(amount))
    return sum + kilobytes.reduce((one, other) => one + other, 0) / 1024
  }, 0)
}

/** The fields of `/proc/PID/stat` after the name: state, parent … */
const statOf = (pid: number) =>
  readOr(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
const commandOf = (pid: number) => readOr(`/proc/${pid}/cmdline`).split('\0')

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
