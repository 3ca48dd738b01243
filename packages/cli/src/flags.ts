import { parseArgs } from 'node:util'
import { type Flags, type Setting, settings } from '@millwright/instance/platform/settings/settings'

/** What the command line says. */
export interface CommandLine {
  readonly command: string
  readonly operands: readonly string[]
  readonly flags: Flags
}

/** A command line that cannot be understood; the sentence says what is wrong with it. */
export class UsageError extends Error {}

const general = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  instance: { type: 'string' },
  'api-key': { type: 'string' },
} as const

/** Reads arguments after the program's name; without a command it is `serve`. */
export function readCommandLine(args: readonly string[]): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...settingOptions(), ...general },
      allowPositionals: true,
      allowNegative: true,
    })
    const [command = 'serve', ...operands] = positionals
    return { command, operands, flags: values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function settingOptions(): Record<string, { type: 'string' | 'boolean' }> {
  const list: readonly Setting[] = Object.values(settings)
  return Object.fromEntries(list.map(({ flag, value }) => [flag, { type: value === undefined ? 'boolean' : 'string' }]))
}
