import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Runs a program in this one's place: same terminal, same signals, and in the end the same exit. It comes first on the PATH
 * of what it starts in turn.
 *
 * @param {string} program
 * @param {string[]} args
 */
export function runInForeground(program, args) {
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(program, args, { stdio: 'inherit', env })
  for (const signal of forwarded) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${program} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const name of forwarded) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
