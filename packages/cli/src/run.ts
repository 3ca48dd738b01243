import { readConfig } from '@millwright/instance/platform/settings/config'
import { unknownSettings } from '@millwright/instance/platform/settings/unknown-settings'
import { version } from '@millwright/instance/platform/version'
import { consoleFolder } from './console-folder.ts'
import { type CommandLine, readCommandLine, UsageError } from './flags.ts'
import { help } from './help.ts'

type Environment = Readonly<Record<string, string | undefined>>

const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Runs a command. `folder`: of the program, from where the console is found. Answers the exit code: 0 when the command ran
 * or keeps running, 1 when it failed, 2 when the command line makes no sense.
 */
export async function run(args: readonly string[], env: Environment, folder: string): Promise<number> {
  try {
    await perform(readCommandLine(args), env, folder)
    return 0
  } catch (error) {
    process.stderr.write(`millwright: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function perform({ command, operands, flags }: CommandLine, env: Environment, folder: string): Promise<void> {
  if (flags.version) return void print(version)
  if (flags.help || command === 'help') return void print(help())
  if (command === 'serve' || command === 'console') {
    refuseOperands(operands)
    for (const warning of unknownSettings(env)) process.stderr.write(`Warning: ${warning}\n`)
  }
  if (command === 'serve') {
    const { serve } = await import('@millwright/instance/main')
    return serve(readConfig(env, flags, consoleFolder(folder)), print)
  }
  if (command === 'console') {
    const { runConsole } = await import('./console-command.ts')
    return runConsole(flags, env, consoleFolder(folder), print)
  }
  if (command === 'root-admin') {
    const [email, ...more] = operands
    if (email === undefined) throw new UsageError('root-admin needs the e-mail address of an administrator.')
    refuseOperands(more)
    const { makeRootAdmin } = await import('@millwright/instance/subjects/people/operator-root-admin')
    return void print(await makeRootAdmin(readConfig(env, flags), email))
  }
  throw new UsageError(`There is no command '${command}'. See millwright --help.`)
}

function refuseOperands([first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`'${first}' is one argument too many. See millwright --help.`)
}
