import { Problem } from '@millwright/contract/problem'
import { isVerb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../../access/decide.ts'
import { accessProblem } from '../../../../access/refusal.ts'
import { rowFilters } from '../../../../access/row-filter.ts'
import { type Clock, isoMicros } from '../../../../platform/clock.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { ScriptPart } from '../event-script.ts'
import type { QueueStore } from '../runs/queue-store.ts'
import type { Recordings } from '../runs/recordings.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { SampleEvent } from './sample-event.ts'
import type { createTrial } from './trial.ts'

interface PartsOfScripts {
  readonly clock: Clock
  readonly runs: RunLog
  readonly recordings: Recordings
  readonly sample: SampleEvent
  readonly queue: Pick<QueueStore, 'waiting'>
  readonly trial: ReturnType<typeof createTrial>
}

const maxMinutes = 60
const usualMinutes = 10

/** Subresources of a script: its runs, its events, and trials (docs/wire/scripts.md). */
export function partsOfScripts({
  clock,
  runs,
  recordings,
  sample,
  queue,
  trial,
}: PartsOfScripts): readonly ScriptPart[] {
  async function events(request: ApiRequest, name: string): Promise<object> {
    refuseReaders(request)
    if (request.verb === 'POST') await recordings.begin(name, clock() + minutesIn(request.payload) * 60_000)
    else if (request.verb === 'DELETE') await recordings.end(name)
    else if (request.verb !== 'GET') throw unsupported(request)
    const { events: all, until } = await recordings.of(name)
    const recorded = all.filter((event) => mayMake(request, event))
    return {
      sample: await sample(request, name),
      recorded,
      recording_until: until === null ? null : isoMicros(until),
    }
  }

  return [
    {
      name: 'run',
      async handle(request, name) {
        if (request.verb !== 'GET') throw unsupported(request)
        return { resource: await runs.of(name), waiting: await queue.waiting(name) }
      },
    },
    { name: 'event', handle: events },
    {
      name: 'trial',
      async handle(request, name) {
        if (request.verb !== 'POST') throw unsupported(request)
        return trial(request, name)
      },
    },
  ]
}

/** Whether the caller could make the recorded request; otherwise its event is not shown. */
function mayMake({ caller }: ApiRequest, recorded: object): boolean {
  if (caller.sysadmin) return true
  const event = 'event' in recorded && isRecord(recorded.event) ? recorded.event : {}
  const { method, service, resource } = isRecord(event.request) ? event.request : {}
  if (typeof method !== 'string' || !isVerb(method) || typeof service !== 'string' || typeof resource !== 'string')
    return false
  const call = { verb: method, service, resource, requestor: 'API' as const, caller }
  return decide(call, []).allowed && rowFilters(caller, call).length === 0
}

/** Recorded events are limited to callers who may write scripts, as scripts can read them anyway. */
function refuseReaders(request: ApiRequest): void {
  const writing = { ...request, verb: 'POST' } as const
  if (!decide(writing, []).allowed) throw accessProblem(writing)
}

function minutesIn(payload: unknown): number {
  const minutes = isRecord(payload) && payload.minutes !== undefined ? payload.minutes : usualMinutes
  if (Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= maxMinutes) return Number(minutes)
  throw new Problem(400, `minutes must be a whole number from 1 to ${maxMinutes}.`)
}

function unsupported({ verb, resource }: ApiRequest): Problem {
  return new Problem(400, `${verb} is not supported on '${resource}'.`)
}
