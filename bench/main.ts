/**
 * `npm run bench`: the overhead of Millwright relative to bare Fastify, SQLite and React, as ratios. Everything runs on this machine, in a
 * few minutes, and writes only RESULTS.md. `npm run bench -- --quick` runs everything once and prints the results.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/paths.mjs'
import { runCommand } from '../tools/test/run-command.ts'
import { measureBrowser } from './measure/browser.ts'
import { measureCustomApis } from './measure/custom-apis.ts'
import { measureDashboard } from './measure/dashboard.ts'
import { measureFiles } from './measure/files.ts'
import { measureLimits } from './measure/limits.ts'
import { measureMcp } from './measure/mcp.ts'
import { measurePeer } from './measure/peer.ts'
import { measureRecords } from './measure/records.ts'
import { measureRequests } from './measure/requests.ts'
import { measureRoles } from './measure/roles.ts'
import { measureScripts } from './measure/scripts.ts'
import { measureServers } from './measure/servers.ts'
import { measureUsage } from './measure/usage.ts'
import { measureWorkers } from './measure/workers.ts'
import { writeReport } from './report.ts'

/** Minutes after which the run is considered stuck. */
const longest = 30
setTimeout(() => {
  console.error(`Stopped after ${longest} minutes.`)
  process.exit(1)
}, longest * 60_000).unref()

const quick = process.argv.includes('--quick')
const say = (what: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)

const build = await runCommand(process.execPath, [join(root, 'tools', 'build.ts')])
if (build.code !== 0) throw new Error(build.output)
say('requests')
const requests = await measureRequests({ connections: [1, 10, 100], rounds: quick ? 1 : 5, seconds: 1 })
say('records')
const records = await measureRecords({ connections: [1, 10], rounds: quick ? 1 : 5, seconds: 1 })
say('PocketBase')
const peer = await measurePeer({ connections: [1, 10, 100], rounds: quick ? 1 : 5, seconds: 1 })
say('processes')
const workers = await measureWorkers({ connections: [10, 100], rounds: quick ? 1 : 5, seconds: 2 })
say('roles')
const roles = await measureRoles()
say('limits')
const limits = await measureLimits(quick ? 1 : 9, quick ? 200 : 3000)
say('usage')
const usage = await measureUsage(quick ? 1 : 9, quick ? 200 : 3000)
say('the dashboard')
const dashboard = await measureDashboard(quick ? 100_000 : 10_000_000, quick ? 1 : 5)
say('tools of assistants')
const mcp = await measureMcp(quick ? 1 : 7, quick ? 100 : 1000)
say('custom APIs')
const customApis = await measureCustomApis(quick ? 1 : 9, quick ? 100 : 1000)
say('files')
const files = await measureFiles(quick ? { files: 20, bytes: 40 * 2 ** 20 } : { files: 1000, bytes: 2 ** 29 })
say('scripts')
const scripts = await measureScripts(quick ? 1 : 5, quick ? 50 : 500)
say('first loads')
const browser = await measureBrowser(quick ? 1 : 7)
say('starts and memory')
const servers = await measureServers({ rounds: quick ? 1 : 7, users: quick ? 2000 : 100_000 })
const report = writeReport({
  requests,
  records,
  peer,
  workers,
  roles,
  limits,
  usage,
  dashboard,
  mcp,
  customApis,
  scripts,
  files,
  browser,
  servers,
})
if (quick) console.log(report)
else writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report)
process.exit(0)
