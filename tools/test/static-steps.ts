import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { root, tool } from '../paths.mjs'
import { checkTypes } from './check-types.ts'
import { oneFailed, onePassed } from './counts.ts'
import { type Finished, runCommand } from './run-command.ts'
import { driverSteps } from './script-drivers.ts'
import type { Step } from './step.ts'

/** A program that passes or fails by its exit code, as one check. */
export function commandStep(name: string, program: string, args: readonly string[]): Step {
  return checkStep(name, () => runCommand(program, args))
}

function checkStep(name: string, check: () => Promise<Finished>): Step {
  return {
    name,
    async run() {
      const { code, output } = await check()
      return { counts: code === 0 ? onePassed : oneFailed, output }
    },
  }
}

/** Installs what reads our API documents; its hundreds of packages are not worth it for a gate. */
export function openapiTools(): Step {
  const folder = join(root, 'tools', 'openapi')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  return commandStep('install: tools for API documents', npm, ['ci', '--prefix', folder, '--ignore-scripts'])
}

/** Packages that are checked as one program: each imports the instance, and apart each would be checked with all of it. */
const server = join(root, 'packages', 'tsconfig.server.json')
const others = [...globSync('packages/*', { cwd: root }).toSorted(), 'tools', 'e2e', 'bench'].filter(
  (folder) => !/^packages.(?:instance|connector.*|cli)$/.test(folder),
)

function typesStep(name: string, project: string): Step {
  return checkStep(`types: ${name}`, () => checkTypes(project))
}

/** Format and lint, types of every package, unused code: checks that do not run our code. */
export function staticSteps(): readonly Step[] {
  return [
    commandStep('format and lint', tool('biome'), ['check', '--error-on-warnings', root]),
    commandStep('dead code', tool('knip'), ['--no-progress']),
    ...driverSteps,
    typesStep('server', server),
    ...others
      .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
      .map((folder) => typesStep(folder, join(root, folder))),
  ]
}
