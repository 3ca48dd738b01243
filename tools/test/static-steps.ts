import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { root, tool } from '../paths.mjs'
import { oneFailed, onePassed } from './counts.ts'
import { runCommand } from './run-command.ts'
import { driverSteps } from './script-drivers.ts'
import type { Step } from './step.ts'

/** A program that passes or fails by its exit code, as one check. */
export function commandStep(name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  return {
    name,
    async run() {
      const { code, output } = await runCommand(program, args, env)
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

/**
 * Several checkers each check what they share again, and two programs are checked at a time anyway. The compiler ends before its memory
 * would have to be collected, up to a limit.
 */
const typesStep = (name: string, project: string) =>
  commandStep(`types: ${name}`, tool('tsc'), ['--noEmit', '--checkers', '1', '-p', project], {
    GOGC: 'off',
    GOMEMLIMIT: '2GiB',
  })

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
