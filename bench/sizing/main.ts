/**
 * `npm run sizing`: what a node uses at a thousand requests per second, and what a dedicated PostgreSQL and Redis can handle for a given
 * number of nodes, and how long folders of configuration take. A node is simulated by its connections and its idle traffic. Prints the tables of
 * docs/operate/sizing.md; `npm run sizing -- --many` prints only that of an instance with millions of rows, `-- --large` those of a
 * table with a hundred million rows, and `-- --nodes` the others.
 */
import { hasPostgresPrograms, openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import { hasRedisProgram } from '@millwright/instance/testing/counterparts/redis-server'
import { cellsOf } from './answer-times.ts'
import { measureConfiguration } from './configuration.ts'
import { measureLarge } from './large-table.ts'
import { measureMany } from './many.ts'
import { measureNode } from './node-cost.ts'
import { measurePostgres } from './postgres-nodes.ts'
import { measureRedis } from './redis-nodes.ts'

const sizes = [3, 10, 30, 100, 300]

const configFiles = 10_000

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')

const answered = ['Request', 'Answered within (p95)', 'Processor', 'Others waited', 'More memory']

const parts = { many: printMany, large: printLarge, nodes: printNodes }
const asked = Object.entries(parts).filter(([name]) => process.argv.includes(`--${name}`))
for (const [, print] of asked.length > 0 ? asked : Object.entries(parts)) await print()
process.exit()

async function printMany(): Promise<void> {
  const many = await measureMany({
    services: 10_000,
    users: 1_000_000,
    roles: 100_000,
    scripts: 10_000,
    audited: 10_000_000,
  })
  console.log(`Millions of rows\n\n${table(answered, many.map(cellsOf))}\n`)
}

async function printNodes(): Promise<void> {
  const costs = await measureNode({})
  const cells = costs.map(({ request, processors, memory }) => [
    request,
    processors.toFixed(2),
    `${Math.round(memory)} MB`,
  ])
  console.log(`A node\n\n${table(['A thousand a second of', 'Processors', 'Resident memory'], cells)}\n`)

  if (hasPostgresPrograms) {
    const rows: (readonly (string | number)[])[] = []
    for (const nodes of sizes) {
      const { idle, memory, changes, heard } = await measurePostgres(nodes)
      rows.push([
        nodes,
        nodes * 11,
        `${Math.round(idle * 100)} %`,
        `${Math.round(memory)} MB`,
        Math.round(changes).toLocaleString('en'),
        `${heard.toFixed(1)} ms`,
      ])
    }
    const heads = [
      'Nodes',
      'Connections at most',
      'Processor, at rest',
      'Memory of LISTEN',
      'Changes a second',
      'Heard by all (p95)',
    ]
    console.log(`PostgreSQL\n\n${table(heads, rows)}\n`)
  } else console.log('Skipped: no programs of PostgreSQL here.')

  if (hasRedisProgram) {
    const rows: (readonly (string | number)[])[] = []
    for (const nodes of sizes) {
      const { idle, changes, counts } = await measureRedis(nodes)
      const shown = [changes, counts].map((each) => Math.round(each).toLocaleString('en'))
      rows.push([nodes, nodes * 3, `${Math.round(idle * 100)} %`, ...shown])
    }
    const heads = ['Nodes', 'Connections', 'Processor, at rest', 'Changes a second', 'Limited requests a second']
    console.log(`Redis\n\n${table(heads, rows)}`)
  } else console.log('Skipped: no program of Redis here.')

  const configured = await measureConfiguration(configFiles, null)
  const database = hasPostgresPrograms ? await openPostgresServer({ durable: true }) : null
  const shared = database === null ? null : await measureConfiguration(configFiles, database.url)
  await database?.close()
  const seconds = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(1)} s`)
  const times = configured.map(({ step, plan, apply }, at) => [
    step,
    ...[plan, apply, shared?.[at]?.plan, shared?.[at]?.apply].map(seconds),
  ])
  const steps = ['If', 'Plan, SQLite', 'Apply, SQLite', 'Plan, PostgreSQL', 'Apply, PostgreSQL']
  console.log(`\nA folder of ${configFiles.toLocaleString('en')} files\n\n${table(steps, times)}`)
}

async function printLarge(): Promise<void> {
  const { rows, sqlite, postgres } = await measureLarge(hasPostgresPrograms)
  for (const [name, times] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres }))
    if (times !== null)
      console.log(`A table of ${rows.toLocaleString('en')} rows, ${name}\n\n${table(answered, times.map(cellsOf))}\n`)
}
