import { cpus, totalmem } from 'node:os'
import type { BrowserResult } from './measure/browser.ts'
import type { TurnsResult } from './measure/by-turns.ts'
import type { CustomApiResult } from './measure/custom-apis.ts'
import type { DashboardResult } from './measure/dashboard.ts'
import type { FilesResult } from './measure/files.ts'
import type { FirstLoad } from './measure/first-load.ts'
import type { LimitsResult } from './measure/limits.ts'
import type { LoadResult } from './measure/load.ts'
import type { McpResult } from './measure/mcp.ts'
import type { PeerResult } from './measure/peer.ts'
import type { RecordsResult } from './measure/records.ts'
import type { RolesResult } from './measure/roles.ts'
import type { ScriptResult } from './measure/scripts.ts'
import type { ServersResult } from './measure/servers.ts'
import { customApiTable, mcpTable } from './report-detours.ts'
import { filesTable } from './report-files.ts'
import { peerTables } from './report-peer.ts'
import { recordTables } from './report-records.ts'
import { scriptsTable } from './report-scripts.ts'
import { loadCells, loadHead, table, verdict, whole } from './report-table.ts'
import { workersTable } from './report-workers.ts'

export interface Measured {
  readonly requests: readonly LoadResult[]
  readonly records: readonly RecordsResult[]
  /** `null`: the peer is not to be had. */
  readonly peer: readonly PeerResult[] | null
  /** `null`: without what this needs. */
  readonly workers: readonly LoadResult[] | null
  readonly roles: RolesResult
  readonly limits: LimitsResult
  readonly usage: TurnsResult
  readonly dashboard: DashboardResult
  readonly mcp: readonly McpResult[]
  readonly customApis: readonly CustomApiResult[]
  readonly scripts: readonly ScriptResult[]
  readonly files: FilesResult
  readonly browser: BrowserResult | null
  readonly servers: ServersResult
}

/** Returns the results page in Markdown. */
export function writeReport({
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
}: Measured): string {
  const parts = [
    heading(),
    requestTable(requests),
    ...recordTables(records),
    ...peerTables(peer),
    workersTable(workers),
    rolesTable(roles),
    limitsTable(limits),
    usageTable(usage),
    dashboardTable(dashboard),
    mcpTable(mcp),
    customApiTable(customApis),
    scriptsTable(scripts),
    filesTable(files),
    browser === null ? '## First load\n\nNot measured: no Chromium on this machine.' : browserTable(browser),
    serverTable(servers),
  ]
  return `${parts.join('\n\n')}\n`
}

function heading(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return [
    '# Results of `npm run bench`',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ${cpus().length} × ${model}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GB. Everything on one machine over loopback, load and server on the same processors.`,
    'A row that says **no** misses its target.',
  ].join('\n')
}

function requestTable(results: readonly LoadResult[]): string {
  return [
    '## Requests a second',
    '',
    'Beside Fastify with `node:sqlite` over a copy of the same database, which does the same query and asks for no credentials.',
    'Reads and inserts of ours carry a session token. Medians of alternating rounds.',
    '',
    table(
      loadHead,
      results.map((each) => loadCells(each)),
    ),
  ].join('\n')
}

function rolesTable({ roles, rules, loads }: RolesResult): string {
  const most = 1.1
  const rows = loads.map(({ connections, floor, ours, ratio }) => [
    String(connections),
    whole(floor),
    whole(ours),
    (1 / ratio).toFixed(2),
    verdict(1 / ratio <= most, `≤ ${most}`),
  ])
  return [
    '## Many roles',
    '',
    `Requests a second that a role allows: an instance with one role of one rule beside one with ${whole(roles)} roles of ${rules}`,
    'rules each, the caller’s among them. Medians of alternating rounds.',
    '',
    table(['connections', 'one', 'many', 'cost', 'target'], rows),
  ].join('\n')
}

function limitsTable({ limits, counting, without, withAll, cost }: LimitsResult): string {
  const most = 1.05
  return [
    '## Limits',
    '',
    `A request at the median, one after the other: an instance without limits beside one with ${whole(limits)}, of which ${counting}`,
    'count the request and none refuses it. Medians of alternating rounds.',
    '',
    table(
      ['without', 'with', 'cost', 'target'],
      [[`${whole(without)} µs`, `${whole(withAll)} µs`, cost.toFixed(2), verdict(cost <= most, `≤ ${most}`)]],
    ),
  ].join('\n')
}

function usageTable({ without, withAll, cost }: TurnsResult): string {
  const most = 1.02
  return [
    '## Usage',
    '',
    'A request at the median, one after the other: an instance with MILLWRIGHT_USAGE=0 beside one that counts and logs each. Medians of alternating rounds.',
    '',
    table(
      ['off', 'on', 'cost', 'target'],
      [[`${whole(without)} µs`, `${whole(withAll)} µs`, cost.toFixed(2), verdict(cost <= most, `≤ ${most}`)]],
    ),
  ].join('\n')
}

function dashboardTable({ calls, bytes, questions }: DashboardResult): string {
  const slowest = Math.max(...questions.map(({ milliseconds }) => milliseconds))
  const megabytes = bytes / 2 ** 20
  return [
    '## The dashboard',
    '',
    `What Home asks about ranges of 1, 7, 30 and 90 days, of an instance on SQLite with ${whole(calls)} calls in 90 days: the slowest of ${whole(questions.length)}`,
    'questions at its median, and `usage.db` with a full request log.',
    '',
    table(
      ['slowest', 'target', 'file', 'target'],
      [
        [
          `${whole(slowest)} ms`,
          verdict(slowest <= 300, '≤ 300 ms'),
          `${whole(megabytes)} MB`,
          verdict(megabytes < 200, '< 200 MB'),
        ],
      ],
    ),
  ].join('\n')
}

/** Milliseconds. */
const shortestLongTask = 50

function browserTable({ form, login, table: plain, admins }: BrowserResult): string {
  const row = (name: string, load: FirstLoad, target: string) => [
    name,
    `${(load.bytes / 1024).toFixed(1)} KB`,
    whole(load.requests),
    whole(load.elements),
    `${whole(load.longTasks)} ms`,
    `${whole(load.usable)} ms`,
    target,
  ]
  // On a quick machine, the bare form has no long task, only ones that are just too short to count.
  const ratio = login.longTasks / Math.max(shortestLongTask, form.longTasks)
  return [
    '## First load',
    '',
    'Chromium, empty cache, processor slowed four times; bytes as they came over the wire, with headers. Beside React with',
    'nothing but a form, and nothing but a table of the same 100 rows. Usable is the first frame that shows the form’s button',
    'or the sixth row, as the page itself sees it; long tasks are the whole of those longer than 50 ms that began before it.',
    '',
    table(
      ['page', 'transferred', 'requests', 'elements', 'long tasks', 'usable after', 'target'],
      [
        row('bare form', form, ''),
        row('/login', login, verdict(ratio <= 2, `long tasks ≤ 2 × bare (${ratio.toFixed(2)} ×)`)),
        row('bare table', plain, ''),
        row(
          '/admins',
          admins,
          [
            verdict(admins.bytes <= 140 * 1024, '≤ 140 KB'),
            verdict(admins.requests <= 12, '≤ 12 requests'),
            `usable after ${(admins.usable / plain.usable).toFixed(1)} × bare`,
          ].join(', '),
        ),
      ],
    ),
  ].join('\n')
}

function serverTable({ floor, ours, full, fullAfterLists, users, lists }: ServersResult): string {
  const memory = (megabytes: number | null) => (megabytes === null ? 'not known' : `${whole(megabytes)} MB`)
  const ratio = ours.ready / floor.ready
  return [
    '## Start and memory',
    '',
    'From spawning the process to its ready line; resident memory 1.5 s later.',
    '',
    table(
      ['server', 'ready', 'resident', 'target'],
      [
        ['bare', `${whole(floor.ready)} ms`, memory(floor.memory), ''],
        [
          'ours, idle',
          `${whole(ours.ready)} ms`,
          memory(ours.memory),
          [
            verdict(ratio <= 1.3, `ready ≤ 1.3 × bare (${ratio.toFixed(2)} ×)`),
            verdict((ours.memory ?? 0) <= 110, 'resident ≤ 110 MB'),
          ].join(', '),
        ],
        [`ours, ${users.toLocaleString('en')} users`, `${whole(full.ready)} ms`, memory(full.memory), ''],
        ['the same after the lists below', '', memory(fullAfterLists), ''],
      ],
    ),
    '',
    table(
      ['list', 'answered in'],
      lists.map(({ path, milliseconds }) => [`\`${decodeURIComponent(path)}\``, `${milliseconds.toFixed(1)} ms`]),
    ),
  ].join('\n')
}
