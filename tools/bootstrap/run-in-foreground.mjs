import { spawn } from 'node:child_process'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Runs a program in this one's place: same terminal, same signals, and in the end the same exit.
 *
 * @param {string} program
 * @param {string[]} args
 */
export function runInForeground(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' })
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
