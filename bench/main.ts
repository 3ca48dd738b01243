/**
 * `npm run bench`: what Millwright costs beside the least that Fastify, SQLite and React cost, as ratios. Everything runs on
 * this machine, in a few minutes, and leaves nothing but RESULTS.md.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/paths.ts'
import { runCommand } from '../tools/test/run-command.ts'
import { measureBrowser } from './measure/browser.ts'
import { measureRequests } from './measure/requests.ts'
import { measureServers } from './measure/servers.ts'
import { writeReport } from './report.ts'

/** Minutes after which something hangs. */
const longest = 20
setTimeout(() => {
  console.error(`Stopped after ${longest} minutes.`)
  process.exit(1)
}, longest * 60_000).unref()

const say = (what: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)

const build = await runCommand(process.execPath, [join(root, 'tools', 'build.ts')])
if (build.code !== 0) throw new Error(build.output)
say('requests')
const requests = await measureRequests()
say('first loads')
const browser = await measureBrowser()
say('starts and memory')
const servers = await measureServers()
const path = join(import.meta.dirname, 'RESULTS.md')
writeFileSync(path, writeReport({ requests, browser, servers }))
say(`written to ${path}`)
process.exit(0)
