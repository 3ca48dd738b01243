import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '@millwright/instance/platform/plain-text'
import { withSecretFiles } from '@millwright/instance/platform/settings/environment-settings'
import { type Environment, type Setting, settings } from '@millwright/instance/platform/settings/settings'
import { version } from '@millwright/instance/platform/version'
import { type Command, commands } from './commands.ts'
import { type CommandLine, readCommandLine, UsageError } from './flags.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs a command. `folder`: of the program, relative to which the console is found. Returns the exit code: 0 if the command ran or keeps
 * running, 1 if it failed, 2 if the command line is invalid, except that 2 means pending changes of `config`.
 */
export async function run(args: readonly string[], env: Environment, folder: string): Promise<number> {
  try {
    return await perform(readCommandLine(args, Object.keys(commands)), env, folder)
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).split('\n').map(printable)
    process.stderr.write(`millwright: ${lines.join('\n')}\n`)
    // The channel to its primary process would keep a worker that cannot start.
    if (cluster.isWorker) process.disconnect()
    return error instanceof UsageError && args[0] !== 'config' ? 2 : 1
  }
}

async function perform({ command, operands, flags }: CommandLine, env: Environment, folder: string): Promise<number> {
  if (flags.version) print(version)
  else if (flags.help || command === 'help') print(help())
  else {
    const found = commandOf(command)
    checkOperands(command, found, operands)
    return found.run({ operands, flags, env: withSecretFiles(env), consoleFolder: consoleFolder(folder), print })
  }
  return 0
}

function commandOf(words: string): Command {
  const found = Object.hasOwn(commands, words) ? commands[words] : undefined
  if (found !== undefined) return found
  const longer = Object.keys(commands).filter((each) => each.startsWith(`${words} `))
  if (longer.length > 0) throw new UsageError(`'${words}' goes on: ${longer.join(', ')}. See millwright --help.`)
  throw new UsageError(`There is no command '${words}'. See millwright --help.`)
}

function checkOperands(words: string, { operands: wanted }: Command, inputs: readonly string[]): void {
  const count = wanted?.count ?? 0
  if (wanted !== undefined && inputs.length < count) throw new UsageError(`${words} needs ${wanted.missing}.`)
  const tooMany = inputs[count]
  if (tooMany !== undefined) throw new UsageError(`'${tooMany}' is one argument too many. See millwright --help.`)
}

/** Returns the folder of the built console, for the published program or the repository; `null` if it has not been built. */
function consoleFolder(from: string): string | null {
  const places = [join(from, 'console'), join(from, '..', '..', 'console', 'dist')]
  return places.find((folder) => existsSync(join(folder, 'index.html'))) ?? null
}

const width = 34

/** Returns the output of `--help`. */
export function help(): string {
  const list: readonly Setting[] = Object.values(settings)
  return [
    'Usage',
    ...Object.values(commands).flatMap(({ usage, meaning }) => [`  millwright ${usage}`, `      ${meaning}`]),
    '',
    'Options, each also an environment variable',
    ...list.flatMap(option),
    '',
    '  --help, --version',
  ].join('\n')
}

function option({ flag, value, variable, meaning, fallback }: Setting): string[] {
  const form = value === undefined ? `--${fallback === '1' ? 'no-' : ''}${flag}` : `--${flag} ${value}`
  const described = value === undefined || fallback === '' ? meaning : `${meaning} Default: ${fallback}`
  return [`  ${form.padEnd(width)} ${variable}`, `      ${described}`]
}
