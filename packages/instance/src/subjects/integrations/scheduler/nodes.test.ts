import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openTestStore } from '../../../testing/test-store.ts'

const program = fileURLToPath(new URL('../../../testing/run-scheduler-node.ts', import.meta.url))
const speed = 100
const minute = 60_000
const enough = 12

/** Creates a store with a task that is due every minute from the fifth on; its nodes report each run as it begins. */
async function tested() {
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
  const complaints: string[] = []
  const nodes: ChildProcess[] = []
  onTestFinished(async () => {
    for (const node of nodes) node.kill('SIGKILL')
    await Promise.all(nodes.map(ended))
  })

  /** `hang`: runs never end. Resolves when the node is ready. */
  function start(
    ran: (due: number, node: ChildProcess) => void,
    ending: 'end' | 'hang' = 'end',
  ): Promise<ChildProcess> {
    const args = [program, test.databaseUrl ?? '', begun, String(fastFrom), String(speed), ending]
    const node = spawn(process.execPath, args)
    nodes.push(node)
    node.stderr.on('data', (text) => complaints.push(String(text)))
    return new Promise((resolve) => {
      createInterface({ input: node.stdout }).on('line', (line) => {
        if (line === 'ready') resolve(node)
        else ran(Number(line), node)
      })
    })
  }

  const runs = () => db.selectFrom('task_run').selectAll().orderBy('id').execute()
  return { first, complaints, start, runs }
}

const ended = async (node: ChildProcess) => node.exitCode ?? node.signalCode ?? (await once(node, 'exit'))

/**
 * Expects that every minute is either run or counted as missed, and that none runs twice. On a busy machine, minutes of this
 * clock may pass unnoticed: each run reports those missed since the previous one and those by which it is late itself.
 */
function expectEachMinuteTold(runs: readonly { due_date: string; missed: number }[], first: number): void {
  let told = 0
  for (const { due_date, missed } of runs) {
    const minutes = (Date.parse(due_date) - first) / minute
    expect(minutes).toBeGreaterThanOrEqual(told)
    told += Number(missed)
    expect(minutes).toBeLessThanOrEqual(told)
    told += 1
  }
}

it('a task due every minute runs once each time while its three nodes are killed and restarted', async () => {
  const { first, complaints, start, runs } = await tested()
  const ran: number[] = []
  const killed = new Set<ChildProcess>()

  function note(due: number, node: ChildProcess): void {
    ran.push(due)
    if (ran.length % 3 === 0 && !killed.has(node)) void replace(node)
  }
  /** Kills the node of the last run, as soon as two others are ready. */
  async function replace(dead: ChildProcess): Promise<void> {
    killed.add(dead)
    await start(note)
    dead.kill('SIGKILL')
  }

  await Promise.all([start(note), start(note), start(note)])
  await expect.poll(() => ran.length, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(enough)

  expect(killed.size).toBeGreaterThanOrEqual(2)
  expect(complaints).toEqual([])
  expect(new Set(ran).size).toBe(ran.length)
  expectEachMinuteTold(await runs(), first)
})

it('a run whose node is killed stays recorded without an end, and other nodes continue the task', async () => {
  const { first, complaints, start, runs } = await tested()
  const [cut, after]: [number[], number[]] = [[], []]
  const dead = await start((due) => cut.push(due), 'hang')
  await expect.poll(() => cut.length, { timeout: 30_000, interval: 20 }).toBe(1)
  const others = [1, 2].map(() => start((due) => after.push(due)))
  await Promise.all(others)
  dead.kill('SIGKILL')
  await ended(dead)
  await expect.poll(() => after.length, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(3)

  expect(complaints).toEqual([])
  const all = [...cut, ...after]
  expect(new Set(all).size).toBe(all.length)
  expect(after.every((due) => due > Number(cut[0]))).toBe(true)
  const [broken, next, ...more] = await runs()
  expect(broken).toMatchObject({ due_date: new Date(cut[0] ?? 0).toISOString().replace('Z', '000Z') })
  expect(broken).toMatchObject({ duration: null, status_code: null })
  expect(Number(next?.missed)).toBeGreaterThanOrEqual(1)
  expect(next).toMatchObject({ status_code: 200 })
  expectEachMinuteTold(
    [broken, next, ...more].filter((run) => run !== undefined),
    first,
  )
})
