/**
 * Run by bounded-memory.test.ts as a process of its own: makes a table of a CSV file with as many short rows as its second argument says, or
 * plans the import of a package with as many files, and prints by how many MB its memory grew.
 */
import { openTestInstance } from './open-test-instance.ts'
import { plainZipOf } from './zip.ts'

const [kind, count] = [process.argv[2], Number(process.argv[3])]

await using instance = await openTestInstance()
const { send, root: as } = instance
const importOf = kind === 'table' ? tableOf : packageOf
// What is loaded for the first import is no matter of its length.
await send('POST', ...(await importOf('first', 1)))
const [path, options] = await importOf('many', count)
globalThis.gc?.()
const before = process.memoryUsage.rss()
let highest = before
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, 5)
const { status } = await send('POST', path, options)
clearInterval(watch)
highest = Math.max(highest, process.memoryUsage.rss())
process.stdout.write(`${JSON.stringify({ status, grown: (highest - before) / 2 ** 20 })}\n`)

function tableOf(name: string, rows: number) {
  return form('system/import', `${name}.csv`, new Blob(['a,b\n', '1,2\n'.repeat(rows)]))
}

function packageOf(name: string, entries: number) {
  const files = Array.from({ length: entries }, (_, at) => [`files/docs/${at}.txt`, 'x'] as const)
  const announced = files.map(([path]) => path.replace('files/', ''))
  const head = JSON.stringify({ version: '0.1', service: { files: announced } })
  return form('system/package?plan=true', `${name}.zip`, new Blob([plainZipOf([['package.json', head], ...files])]))
}

async function form(path: string, name: string, content: Blob) {
  const fields = new FormData()
  if (name.endsWith('.csv')) fields.append('resource', name.replace('.csv', ''))
  fields.append('file', content, name)
  const encoded = new Response(fields)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return [path, { as, headers, body: new Uint8Array(await encoded.arrayBuffer()) }] as const
}
