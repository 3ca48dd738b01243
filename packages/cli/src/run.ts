import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@millwright/instance/platform/settings/settings'
import { version } from '@millwright/instance/platform/version'
import { type Command, commands } from './commands.ts'
import { type CommandLine, readCommandLine, UsageError } from './flags.ts'
import { help } from './help.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs a command. `folder`: of the program, from where the console is found. Answers the exit code: 0 when the command ran
 * or keeps running, 1 when it failed, 2 when the command line makes no sense.
 */
export async function run(args: readonly string[], env: Environment, folder: string): Promise<number> {
  try {
    return await perform(readCommandLine(args, Object.keys(commands)), env, folder)
  } catch (error) {
    process.stderr.write(`millwright: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function perform({ command, operands, flags }: CommandLine, env: Environment, folder: string): Promise<number> {
  if (flags.version) print(version)
  else if (flags.help || command === 'help') print(help())
  else {
    const found = commandOf(command)
    checkOperands(command, found, operands)
    return found.run({ operands, flags, env, consoleFolder: consoleFolder(folder), print })
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

function checkOperands(words: string, { operands: wanted }: Command, given: readonly string[]): void {
  const count = wanted?.count ?? 0
  if (wanted !== undefined && given.length < count) throw new UsageError(`${words} needs ${wanted.missing}.`)
  const tooMany = given[count]
  if (tooMany !== undefined) throw new UsageError(`'${tooMany}' is one argument too many. See millwright --help.`)
}

/** Where a built console lies, from the published program and from the repository; null when none has been built. */
function consoleFolder(from: string): string | null {
  const places = [join(from, 'console'), join(from, '..', '..', 'console', 'dist')]
  return places.find((folder) => existsSync(join(folder, 'index.html'))) ?? null
}
