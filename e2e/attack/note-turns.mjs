/**
 * Loaded into a node by `--import`: notes its longest turn of the event loop in processor time, which does not depend on how loaded the machine
 * is. Whoever connects to its socket is told it, in milliseconds, and from then on the next one counts.
 */
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const between = 5

if (isMainThread && process.argv[1]?.endsWith('start.mjs')) {
  let longest = 0
  let before = process.threadCpuUsage()
  const note = () => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1_000)
  }
  setInterval(note, between).unref()
  createServer((socket) => {
    socket.on('error', () => undefined)
    note()
    socket.end(String(longest))
    longest = 0
  })
    .listen(join(tmpdir(), `millwright-turns-${process.pid}`))
    .unref()
}
