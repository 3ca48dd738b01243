import type { Engine, RoutineDialect } from '@millwright/connector/engine/engine'
import type { Routine } from '@millwright/connector/engine/routine'
import { Problem } from '@millwright/contract/problem'
import { verbMask, verbsOf } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../../access/decide.ts'
import { accessProblem } from '../../../../access/refusal.ts'
import { substituteInValue } from '../../../../platform/lookup-substitution.ts'
import { mentionsLookup } from '../../../../records/tables/draft.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { choice, flag, list, text, withRepeated } from '../../../../request/params.ts'
import type { DatabaseContext, HandleResource } from '../database-context.ts'
import { labelOf, wireName } from '../schema/names.ts'
import { callAnswer, readAnswerForm } from './call-answer.ts'
import { byName, chosenCall, readInlineCall, readSentParams, type SentArguments } from './call-arguments.ts'
import type { RoutineCache } from './routine-cache.ts'

interface Options {
  readonly kind: Routine['kind']
  readonly dialect: RoutineDialect
  readonly routines: RoutineCache
  /** Called after each call, as it may have written. */
  readonly onCall: () => unknown
}

/** `_proc` or `_func` of a database service (docs/wire/databases.md). */
export function createRoutinesResource(
  context: DatabaseContext,
  { kind, dialect, routines, onCall }: Options,
): HandleResource {
  const { engine, database } = context
  const resource = kind === 'procedure' ? '_proc' : '_func'

  const maskOf = (request: ApiRequest, name: string) => decide({ ...request, resource: `${resource}/${name}` }, []).mask

  async function listRoutines(request: ApiRequest): Promise<ApiResponse> {
    const { params } = request
    const ids = list(params, 'ids')
    const refresh = flag(params, 'refresh')
    if (ids !== undefined) {
      if (refresh) await routines.all(true)
      return { status: 200, body: { resource: await Promise.all(ids.map((id) => describe(request, id))) } }
    }
    const prefix = text(params, 'schema')?.toLowerCase()
    const names = (await routines.names(kind, refresh)).filter(
      (name) => (prefix === undefined || name.toLowerCase().startsWith(`${prefix}.`)) && maskOf(request, name) !== 0,
    )
    if (flag(params, 'as_list')) return { status: 200, body: { resource: names } }
    const chosen = choice(params)
    return {
      status: 200,
      body: { resource: names.map((name) => chosen(wireRoutineEntry(name, maskOf(request, name)))) },
    }
  }

  async function describe(request: ApiRequest, name: string): Promise<object> {
    const [routine] = await routines.named(kind, name)
    assertMay(request, name)
    return wireRoutine(engine, routine, maskOf(request, name))
  }

  /** Checks access to the plain name, as the gateway's check ignores everything in parentheses, wherever they close. */
  function assertMay(request: ApiRequest, name: string): void {
    if ((maskOf(request, name) & verbMask[request.verb]) !== 0) return
    throw accessProblem({ ...request, resource: `${resource}/${name}` })
  }

  async function call(request: ApiRequest, path: string): Promise<ApiResponse> {
    const inline = readInlineCall(path)
    assertMay(request, inline.name)
    const candidates = await routines.named(kind, inline.name)
    const body = request.verb === 'POST' && isRecord(request.payload) ? request.payload : {}
    const form = readAnswerForm(body)
    const sent = await withLookups(request, sentArguments(request, inline.values, body.params, candidates))
    const { routine, values } = chosenCall(engine, candidates, sent)
    const result = await database.session((session) => dialect.call(session, routine, values)).finally(onCall)
    return { status: 200, body: callAnswer(engine, routine, result, form) }
  }

  async function withLookups(request: ApiRequest, sent: SentArguments): Promise<SentArguments> {
    const values = [...sent.values.values()]
    if (!mentionsLookup(values)) return sent
    const known = await context.lookupsOf(request)
    return sent.by === 'place'
      ? { by: 'place', values: values.map((value) => substituteInValue(value, known)) }
      : byName([...sent.values].map(([name, value]) => [name, substituteInValue(value, known)] as const))
  }

  return async (request, rest) => {
    if (request.verb !== 'GET' && request.verb !== 'POST') {
      throw new Problem(400, `${request.verb} is not supported on '${resource}'.`)
    }
    const path = rest.join('/')
    if (path !== '') return call(request, path)
    if (request.verb === 'GET') return listRoutines(request)
    throw new Problem(400, `POST is not supported on '${resource}' itself.`)
  }
}

/** Returns the arguments: those in the path take precedence over the body, and these over query parameters named like a parameter. */
function sentArguments(
  request: ApiRequest,
  inline: readonly unknown[] | null,
  body: unknown,
  candidates: readonly Routine[],
): SentArguments {
  if (inline !== null && inline.length > 0) return { by: 'place', values: inline }
  const sent = readSentParams(body)
  if (sent !== null) return sent
  const known = new Set(candidates.flatMap((routine) => routine.params.map(({ name }) => name.toLowerCase())))
  return byName(Object.entries(withRepeated(request)).filter(([name]) => known.has(name.toLowerCase())))
}

/** Returns an entry of a list of routines; `mask`: verbs available to the caller. */
function wireRoutineEntry(name: string, mask: number) {
  return { name, label: labelOf(name), alias: null, description: null, native: [], access: verbsOf(mask) }
}

/** Returns the description of a routine (docs/wire/databases.md). */
function wireRoutine(engine: Engine, routine: Routine, mask: number) {
  const { returnType, answers, params } = routine
  return {
    ...wireRoutineEntry(wireName(routine), mask),
    return_type: answers === 'value' && returnType !== null ? typeOf(engine, returnType) : null,
    return_schema: [],
    params: params.map((param, index) => ({
      name: param.name,
      position: index + 1,
      param_type: param.mode,
      type: engine.schema.simpleType(param),
      db_type: param.dbType,
      length: param.length,
      precision: param.precision,
      scale: param.scale,
      default: param.default,
    })),
    access: mask,
  }
}

function typeOf(engine: Engine, dbType: string): string {
  return engine.schema.simpleType({ dbType, length: null, precision: null })
}
