import { execFileSync } from 'node:child_process'

/** The ids of the processes that a process has started and that still run. */
export function processesOf(pid: number): number[] {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    return listed.trim().split(/\s+/).map(Number)
  } catch {
    return []
  }
}
