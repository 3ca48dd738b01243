/**
 * Run as a separate process by bounded-memory.test.ts, with `gc()` for full collections: creates a table from a CSV file with as many short
 * rows as its second argument says, plans the import of a package with as many files, imports one with as many files of 4 MB, or sends an
 * archive of as many files that lacks what makes it a package. Prints the largest growth of its memory in MB: resident, and reachable after
 * each garbage collection.
 */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { GCProfiler } from 'node:v8'
import { openTestInstance } from './open-test-instance.ts'
import { plainZipOf, zipOf } from './zip.ts'

const kind = process.argv[2]
const count = Number(process.argv[3])

await using instance = await openTestInstance()
const { send, root: as } = instance
const makers = { table: tableOf, package: packageOf, content: contentOf, listing: listingOf }
const importOf = makers[kind as keyof typeof makers]
// Code that is loaded by the first import does not count.
await send('POST', ...(await importOf('first', 1)))
const [path, options] = await importOf('many', count)
// Garbage from creating the file is not all freed at once.
for (let turn = 0; turn < 5; turn += 1) {
  globalThis.gc?.()
  await setTimeout(20)
}
const before = process.memoryUsage.rss()
const profiler = new GCProfiler()
profiler.start()
globalThis.gc?.()
const { status } = await send('POST', path, options)
const resident = mostResident() - before
const collections = profiler.stop().statistics.map(({ afterGC: { heapStatistics } }) => heapStatistics)
const [first = 0, ...others] = collections.map(({ usedHeapSize, externalMemory }) => usedHeapSize + externalMemory)
const referred = Math.max(...others) - first
process.stdout.write(`${JSON.stringify({ status, resident: resident / 2 ** 20, referred: referred / 2 ** 20 })}\n`)

/** In bytes. `resourceUsage` starts from the peak of the parent process, so the peak of this process is read from Linux. */
function mostResident(): number {
  const status = '/proc/self/status'
  const [, kilobytes] = existsSync(status) ? (/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []) : []
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) * 1024
}

function tableOf(name: string, rows: number) {
  return form('system/import', `${name}.csv`, new Blob(['a,b\n', '1,2\n'.repeat(rows)]))
}

function packageOf(name: string, entries: number) {
  const paths = Array.from({ length: entries }, (_, at) => `docs/${at}.txt`)
  const files = paths.map((path) => [`files/${path}`, 'x'] as const)
  return form(
    'system/package?plan=true',
    `${name}.zip`,
    new Blob([plainZipOf([['package.json', headOf(paths)], ...files])]),
  )
}

async function contentOf(name: string, entries: number) {
  const paths = Array.from({ length: entries }, (_, at) => `${name}/${at}.bin`)
  const content = new Uint8Array(4 * 2 ** 20)
  const files = Object.fromEntries(paths.map((path) => [`files/${path}`, content]))
  return form('system/package', `${name}.zip`, new Blob([await zipOf({ 'package.json': headOf(paths), ...files })]))
}

function listingOf(name: string, entries: number) {
  const files = Array.from({ length: entries }, (_, at) => [`folder/${at}.txt`, ''] as const)
  return form('system/package?plan=true', `${name}.zip`, new Blob([plainZipOf(files)]))
}

function headOf(files: readonly string[]): string {
  return JSON.stringify({ version: '0.1', service: { files } })
}

async function form(path: string, name: string, content: Blob) {
  const fields = new FormData()
  if (name.endsWith('.csv')) fields.append('resource', name.replace('.csv', ''))
  fields.append('file', content, name)
  const encoded = new Response(fields)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return [path, { as, headers, body: new Uint8Array(await encoded.arrayBuffer()) }] as const
}
