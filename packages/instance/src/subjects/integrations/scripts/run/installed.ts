import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ScriptLanguage } from '../../../../gateway/ports/script-runner.ts'

const commands: Readonly<Record<Exclude<ScriptLanguage, 'nodejs'>, string>> = {
  php: 'php',
  python: 'python',
  python3: 'python3',
}

/** Whether the interpreter of a language is installed, without starting it. */
export function isInstalled(language: ScriptLanguage): boolean {
  return (
    language === 'nodejs' || (process.env.PATH ?? '').split(delimiter).some((folder) => has(folder, commands[language]))
  )
}

function has(folder: string, command: string): boolean {
  if (folder === '') return false
  try {
    accessSync(join(folder, command), constants.X_OK)
    return true
  } catch {
    return false
  }
}
