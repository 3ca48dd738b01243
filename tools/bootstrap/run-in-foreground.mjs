import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/** @type {readonly NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
/** Milliseconds between two looks at who our parent is. */
const orphanInterval = 200

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
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'))
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

/**
 * npm passes signals to the shell between it and us, and some shells do not pass them on: all that tells us is that the
 * shell is gone.
 *
 * @param {() => void} act
 */
function whenOrphaned(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, orphanInterval)
  timer.unref()
}
