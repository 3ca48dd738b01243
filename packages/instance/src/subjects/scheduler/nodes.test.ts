import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openTestStore } from '../../testing/test-store.ts'

const program = fileURLToPath(new URL('../../testing/run-scheduler-node.ts', import.meta.url))
const speed = 100
const minute = 60_000
const enough = 12

it('a task due every minute runs once each time while its three nodes are killed and started', async () => {
  const fastFrom = Date.UTC(2026, 10, 21)
  const test = await openTestStore('postgres', () => fastFrom)
  onTestFinished(test.close)
  const { db } = test.store
  const dates = { created_date: '', last_modified_date: '' }
  const service = { name: 'a', is_active: 1, type: 'sqlite', mutable: 1, deletable: 1, config: '{}', ...dates }
  const { id: service_id } = await db.insertInto('service').values(service).returning('id').executeTakeFirstOrThrow()
  const first = fastFrom + 5 * minute
  const task = { name: 'a', is_active: 1, service_id, verb_mask: 1, frequency: 1, next_due: first, ...dates }
  await db.insertInto('scheduler_task').values(task).execute()

  const begun = String(Date.now())
  const ran: number[] = []
  const complaints: string[] = []
  const nodes: ChildProcess[] = []
  onTestFinished(async () => {
    for (const node of nodes) node.kill('SIGKILL')
    await Promise.all(nodes.map((node) => node.exitCode ?? node.signalCode ?? once(node, 'exit')))
  })
  const killed = new Set<ChildProcess>()

  /** Kills the node that ran the last time, as soon as two others are ready. */
  async function replace(dead: ChildProcess): Promise<void> {
    killed.add(dead)
    await start()
    dead.kill('SIGKILL')
  }

  function start(): Promise<void> {
    const node = spawn(process.execPath, [program, test.databaseUrl ?? '', begun, String(fastFrom), String(speed)])
    nodes.push(node)
    node.stderr.on('data', (text) => complaints.push(String(text)))
    return new Promise((resolve) => {
      createInterface({ input: node.stdout }).on('line', (line) => {
        if (line === 'ready') return resolve()
        ran.push(Number(line))
        if (ran.length % 3 === 0 && !killed.has(node)) void replace(node)
      })
    })
  }

  await Promise.all([start(), start(), start()])
  await expect.poll(() => ran.length, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(enough)

  const runs = await db.selectFrom('task_run').select(['due_date', 'missed']).orderBy('id').execute()
  expect(killed.size).toBeGreaterThanOrEqual(2)
  expect(complaints).toEqual([])
  expect(new Set(ran).size).toBe(ran.length)
  // A machine that is busy may let minutes of this clock pass: a run tells those since the one before, and those by which it is late itself.
  let told = 0
  for (const { due_date, missed } of runs) {
    const minutes = (Date.parse(due_date) - first) / minute
    expect(minutes).toBeGreaterThanOrEqual(told)
    told += Number(missed)
    expect(minutes).toBeLessThanOrEqual(told)
    told += 1
  }
}, 90_000)
