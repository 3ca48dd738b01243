import { useSyncExternalStore } from 'react'
import { session } from '../../../instance/browser-session.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import {
  type Conflict,
  type ItemState,
  type Totals,
  type TransferItem,
  type TransferJob,
  totalsOf,
  type UploadConflictChoice,
} from './transfer.ts'

/** An immutable snapshot of a transfer, replaced after every change. */
export interface Transfer {
  readonly id: number
  readonly title: string
  readonly items: readonly TransferItem[]
  readonly states: readonly ItemState[]
  readonly totals: Totals
  readonly phase: 'running' | 'stopped' | 'ended'
  readonly canRetry: boolean
}

interface Held {
  readonly id: number
  readonly job: TransferJob
  readonly states: ItemState[]
  phase: Transfer['phase']
  abort: AbortController
}

/** Milliseconds between two renders of the progress. */
const pace = 120

let held: readonly Held[] = []
let shown: readonly Transfer[] = []
let conflicts: readonly Conflict[] = []
let lastId = 0
let due: ReturnType<typeof setTimeout> | null = null
const listeners = new Set<() => void>()
let watch: (count: number) => void = () => {}

/** Starts a transfer. Call `startTransfer` instead, which also shows it. */
export function addTransfer(job: TransferJob): void {
  lastId += 1
  const transfer: Held = {
    id: lastId,
    job,
    states: job.items.map(() => ({ kind: 'waiting' })),
    phase: 'running',
    abort: new AbortController(),
  }
  held = [...held, transfer]
  void run(transfer, [...job.items.keys()])
}

/** Asks about existing files, after the questions of other transfers. Call `askAboutExisting` instead, which also shows it. */
export function addConflict(asked: Pick<Conflict, 'title' | 'names' | 'total'>): Promise<UploadConflictChoice | null> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    const answer = (choice: UploadConflictChoice | null) => {
      conflicts = conflicts.filter((one) => one.id !== id)
      show()
      resolve(choice)
    }
    conflicts = [...conflicts, { ...asked, id, answer }]
    show()
  })
}

/** Stops a transfer. Finished items stay; the ones in progress are rolled back. */
export function stopTransfer(id: number): void {
  const transfer = held.find((one) => one.id === id)
  if (transfer?.phase !== 'running') return
  transfer.phase = 'stopped'
  transfer.abort.abort()
  show()
}

/** Resumes a stopped transfer and retries failed items. */
export function retryTransfer(id: number): void {
  const transfer = held.find((one) => one.id === id)
  if (!transfer || transfer.phase === 'running') return
  transfer.phase = 'running'
  transfer.abort = new AbortController()
  const open = [...transfer.states.keys()].filter((at) => transfer.states[at]?.kind !== 'done')
  for (const at of open) transfer.states[at] = { kind: 'waiting' }
  void run(transfer, open)
}

/** Removes a finished transfer from the list. */
export function dismissTransfer(id: number): void {
  held = held.filter((one) => one.id !== id || one.phase === 'running')
  show()
}

async function run(transfer: Held, positions: readonly number[]): Promise<void> {
  show()
  const { signal } = transfer.abort
  await runTransfer(transfer.job, positions, (at, state) => set(transfer, at, state), signal)
  if (!signal.aborted) transfer.phase = 'ended'
  show()
}

function set(transfer: Held, at: number, state: ItemState): void {
  transfer.states[at] = state
  due ??= setTimeout(show, pace)
}

function show(): void {
  if (due !== null) clearTimeout(due)
  due = null
  shown = held.map(({ id, job, states, phase }) => ({
    id,
    title: job.title,
    items: job.items,
    states: [...states],
    totals: totalsOf(job.items, states),
    phase,
    canRetry: job.canRetry,
  }))
  for (const listener of [...listeners]) listener()
  watch(shown.length + conflicts.length)
}

/** Transfers must not continue in the name of a user who signed out. */
session.subscribe(() => {
  if (session.current() !== null || held.length + conflicts.length === 0) return
  for (const { answer } of conflicts) answer(null)
  for (const { id } of held) stopTransfer(id)
  held = []
  show()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTransfers(): readonly Transfer[] {
  return useSyncExternalStore(subscribe, () => shown)
}

/** The question to answer next; `null` if there is none. */
export function useConflict(): Conflict | null {
  return useSyncExternalStore(subscribe, () => conflicts[0] ?? null)
}

/** Calls `tell` with the number of transfers and questions after every change. */
export function watchTransfers(tell: (count: number) => void): void {
  watch = tell
}

type SetState = (position: number, state: ItemState) => void

/** Runs the job for the items at these positions, several at a time. Failures are recorded and do not stop the others. */
export async function runTransfer(
  job: TransferJob,
  positions: readonly number[],
  set: SetState,
  signal: AbortSignal,
): Promise<void> {
  const batches = inBatches(positions, job.batch)
  const worker = async () => {
    for (let batch = batches.next(); !batch.done && !signal.aborted; batch = batches.next()) {
      await runBatch(job, batch.value, set, signal)
      job.onChange?.(false)
    }
  }
  await Promise.all(Array.from({ length: job.parallel }, worker))
  job.onChange?.(true)
}

async function runBatch(job: TransferJob, positions: readonly number[], set: SetState, signal: AbortSignal) {
  const open = new Set(positions)
  const settle = (position: number, state: ItemState) => {
    if (open.delete(position)) set(position, state)
  }
  const rest = (state: ItemState) => {
    for (const position of [...open]) settle(position, state)
  }
  for (const position of positions) set(position, { kind: 'running', bytes: 0 })
  try {
    await job.run(positions, {
      signal,
      bytes: (position, bytes) => {
        if (open.has(position)) set(position, { kind: 'running', bytes })
      },
      done: (position) => settle(position, { kind: 'done' }),
      failed: (position, message) => settle(position, { kind: 'failed', message }),
    })
    rest({ kind: 'done' })
  } catch (error) {
    rest(signal.aborted ? { kind: 'waiting' } : { kind: 'failed', message: messageOf(error) })
  }
}

function* inBatches(positions: readonly number[], size: number): Generator<readonly number[], undefined> {
  for (let from = 0; from < positions.length; from += size) yield positions.slice(from, from + size)
}
