import { accessSync, constants, globSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Diagnostic, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs'
import { root } from '../paths.mjs'
import { oneFailed, onePassed, oneSkipped } from './counts.ts'
import { runCommand } from './run-command.ts'
import type { Step } from './step.ts'

const folder = 'packages/instance/src/subjects/integrations/scripts/run/drivers'
const files = (ending: string) => globSync(`${folder}/*.${ending}`, { cwd: root }).sort()

/** What Ruff reports about a Python text, one line each: syntax, names, unused code, likely bugs. */
export function pythonFaults(path: string, text: string): readonly string[] {
  const settings = { 'line-length': 150, 'target-version': 'py38', lint: { select: ['E', 'W', 'F', 'B', 'PLE'] } }
  const workspace = new Workspace(settings, PositionEncoding.Utf16)
  const found: readonly Diagnostic[] = workspace.check(text)
  return found.map(({ code, message, start_location: { row } }) => `${path}:${row} ${code ?? 'syntax'} ${message}`)
}

const python: Step = {
  name: 'lint: drivers in Python',
  run: async () => {
    const faults = files('py').flatMap((path) => pythonFaults(path, readFileSync(join(root, path), 'utf8')))
    return { counts: faults.length === 0 ? onePassed : oneFailed, output: faults.join('\n') }
  },
}

const php: Step = {
  name: 'lint: drivers in PHP',
  run: async () => {
    if (!isOnPath('php')) return { counts: oneSkipped, output: 'No PHP here to check the drivers in PHP with.' }
    const found = await Promise.all(files('php').map((path) => runCommand('php', ['-n', '-l', join(root, path)])))
    const failed = found.filter(({ code }) => code !== 0)
    return { counts: failed.length === 0 ? onePassed : oneFailed, output: failed.map(({ output }) => output).join('') }
  },
}

/** The drivers for scripts that are not in TypeScript. */
export const driverSteps: readonly Step[] = [python, php]

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((place) => {
    try {
      accessSync(join(place, program), constants.X_OK)
      return place !== ''
    } catch {
      return false
    }
  })
}
