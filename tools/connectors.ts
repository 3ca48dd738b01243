/**
 * `npm run connectors`: runs the suites of all types of services on what is installed here, and writes what passed into
 * `packages/instance/src/testing/suite-runs.json` and the table of `docs/connectors.md`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasMariadbPrograms, openMariadbServer } from '../packages/instance/src/testing/counterparts/mariadb-server.ts'
import { ownTests, sharedTests, testFile } from '../packages/instance/src/testing/own-tests.ts'
import { root, tool } from './paths.mjs'
import { runCommand } from './test/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'millwright-connectors-'))
const report = join(folder, 'report.json')
const tests = new Set<string>([
  ...Object.values(sharedTests),
  ...Object.values(ownTests).flatMap((tests) => tests.map(({ test }) => test)),
])
const paths = [...tests].map((test) => testFile(test))
const run = ['run', '--root', root, '--project', 'units']

const given = process.env.MILLWRIGHT_TEST_MARIADB !== undefined || !hasMariadbPrograms
const mariadb = given ? null : await openMariadbServer()
try {
  const env = mariadb === null ? {} : { MILLWRIGHT_TEST_MARIADB: mariadb.url }
  const args = [...run, ...paths, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const suites = await runCommand(tool('vitest'), args, env)
  if (suites.code !== 0) console.log(suites.output)
  const catalogue = 'packages/instance/src/catalogue.test.ts'
  const written = await runCommand(tool('vitest'), [...run, catalogue, '--update'], {
    ...env,
    MILLWRIGHT_SUITE_REPORT: report,
  })
  console.log(written.output)
  process.exitCode = suites.code === 0 && written.code === 0 ? 0 : 1
} finally {
  await mariadb?.close()
  rmSync(folder, { recursive: true, force: true })
}
