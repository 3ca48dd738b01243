import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/** @type {readonly NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
/** Milliseconds between checks of the parent process. */
const orphanInterval = 200

/**
 * Runs a program in place of this one: same terminal, same signals, and finally the same exit. Puts it first on the PATH of its
 * child processes.
 *
 * @param {string} program
 * @param {string[]} args
 */
export function runInForeground(program, args) {
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(program, args, { stdio: 'inherit', env })
  let isTold = false
  for (const signal of forwarded) {
    process.on(signal, () => {
      isTold = true
      child.kill(signal)
    })
  }
  // A signal to the whole process group ends the shell as well, and is no reason for another one.
  if (process.env.npm_lifecycle_event) whenOrphaned(() => isTold || child.kill('SIGTERM'))
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
 * npm sends signals to the shell between it and this process, and some shells do not forward them: then the exit of the shell
 * is the only sign.
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
