import { parseArgs } from 'node:util'
import { type Environment, type Flags, type Setting, settings } from '@millwright/instance/platform/settings/settings'

/** A parsed command line. */
export interface CommandLine {
  /** One or two words. */
  readonly command: string
  readonly operands: readonly string[]
  readonly flags: Flags
}

/** The arguments of a command. */
export interface Invocation {
  readonly operands: readonly string[]
  readonly flags: Flags
  readonly env: Environment
  /** Folder of the built console; `null` if there is none. */
  readonly consoleFolder: string | null
  /** Prints a line to standard output. */
  print(line: string): void
}

/** An invalid command line; the message explains what is wrong with it. */
export class UsageError extends Error {}

const general = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  instance: { type: 'string' },
  'api-key': { type: 'string' },
  'key-file': { type: 'string' },
  device: { type: 'boolean' },
  local: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'passphrase-file': { type: 'string' },
  'new-secret-file': { type: 'string' },
  token: { type: 'string' },
  email: { type: 'string' },
  'password-file': { type: 'string' },
  owner: { type: 'string' },
  schema: { type: 'string' },
  overlay: { type: 'string' },
  out: { type: 'string' },
  adopt: { type: 'boolean' },
  prune: { type: 'boolean' },
  'allow-destroy': { type: 'boolean' },
  placeholders: { type: 'boolean' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
  apply: { type: 'boolean' },
} as const

/** Parses the arguments after the program's name; the default command is `serve`. `commands`: the words of all commands. */
export function readCommandLine(args: readonly string[], commands: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...settingOptions(), ...general },
      allowPositionals: true,
      allowNegative: true,
    })
    const [first = 'serve', second, ...rest] = positionals
    const both = `${first} ${second}`
    if (commands.includes(both)) return { command: both, operands: rest, flags: values }
    return { command: first, operands: second === undefined ? [] : [second, ...rest], flags: values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function settingOptions(): Record<string, { type: 'string' | 'boolean' }> {
  const list: readonly Setting[] = Object.values(settings)
  return Object.fromEntries(list.map(({ flag, value }) => [flag, { type: value === undefined ? 'boolean' : 'string' }]))
}
