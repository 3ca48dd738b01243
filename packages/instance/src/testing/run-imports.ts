/**
 * A process that imports one file after the other and tells by how many MB its memory grew for each. Its first argument is a
 * kind: `csv` makes a table of many short rows, `zip` imports a package of many entries, and `mac` one whose entries are passed over.
 */
import { openTestInstance } from './open-test-instance.ts'
import { zipOf } from './zip.ts'

const [kind = '', size = '0'] = process.argv.slice(2)
const count = Number(size)

await using instance = await openTestInstance()
const { send, root: as } = instance
const { body, headers } = await content()
globalThis.gc?.()
const before = process.memoryUsage.rss()
let highest = before
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, 5)
const answer = await send('POST', kind === 'csv' ? 'system/import' : 'system/package', { as, headers, body })
clearInterval(watch)
highest = Math.max(highest, process.memoryUsage.rss())
const told = JSON.stringify(answer.body).slice(0, 200)
process.stdout.write(`${JSON.stringify({ status: answer.status, grown: (highest - before) / 2 ** 20, told })}\n`)

async function content() {
  const form = new FormData()
  if (kind === 'csv') {
    form.append('resource', 'many')
    form.append('file', new Blob(['a,b\n', '1,2\n'.repeat(count)]), 'many.csv')
  } else {
    const names = Array.from({ length: count }, (_, at) => `folder ${at % 100}/a file of a longer name ${at}.txt`)
    const manifest = { version: '0.1', service: { files: names } }
    const files = Object.fromEntries(names.map((name) => [`files/${name}`, 'x']))
    form.append('files', new Blob([await zipOf({ 'package.json': manifest, ...files })]), 'many.zip')
  }
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}
