import { execFileSync } from 'node:child_process'

/** Returns the ids of the running child processes of a process. */
export function processesOf(pid: number): number[] {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    return listed.trim().split(/\s+/).map(Number)
  } catch {
    return []
  }
}
