/**
 * Run by bounded-memory.test.ts as a process of its own: makes a table of a CSV file with as many short rows as its argument says, and prints
 * by how many MB its memory grew.
 */
import { openTestInstance } from './open-test-instance.ts'

const count = Number(process.argv[2])

await using instance = await openTestInstance()
const { send, root: as } = instance
const form = new FormData()
form.append('resource', 'many')
form.append('file', new Blob(['a,b\n', '1,2\n'.repeat(count)]), 'many.csv')
const encoded = new Response(form)
const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
const body = new Uint8Array(await encoded.arrayBuffer())
globalThis.gc?.()
const before = process.memoryUsage.rss()
let highest = before
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, 5)
const { status } = await send('POST', 'system/import', { as, headers, body })
clearInterval(watch)
highest = Math.max(highest, process.memoryUsage.rss())
process.stdout.write(`${JSON.stringify({ status, grown: (highest - before) / 2 ** 20 })}\n`)
