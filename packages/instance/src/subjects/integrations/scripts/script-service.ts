import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { scriptConfig } from '@millwright/contract/service-config/script'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ScriptLanguage, ServiceScript } from '../../../gateway/ports/script-runner.ts'
import type { Service } from '../../../gateway/service.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import { loadServiceAddress, type ServiceAddress } from '../../ground/definitions/service-address.ts'
import { eventValue, isHiddenParam } from './event-value.ts'
import { isOpaque, withBytes } from './script-bodies.ts'
import { answerOf, resultOf } from './script-result.ts'

const commands: Readonly<Record<Exclude<ScriptLanguage, 'nodejs'>, string>> = {
  php: 'php',
  python: 'python',
  python3: 'python3',
}

/** Whether the interpreter of a language is installed, without starting it. */
export function isInstalled(language: ScriptLanguage): boolean {
  return (
    language === 'nodejs' || (process.env.PATH ?? '').split(delimiter).some((folder) => has(folder, commands[language]))
  )
}

function has(folder: string, command: string): boolean {
  if (folder === '') return false
  try {
    accessSync(join(folder, command), constants.X_OK)
    return true
  } catch {
    return false
  }
}

const longestDelay = 30 * 86_400

/** Seconds by which the setting QUEUED_DELAY of a script delays queued runs; `null`: invalid. */
function queueDelay(settings: unknown): number | null {
  const delay = isRecord(settings) ? (settings.QUEUED_DELAY ?? '') : ''
  if (delay === '') return 0
  const seconds = typeof delay === 'string' || typeof delay === 'number' ? Number(delay) : Number.NaN
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= longestDelay ? seconds : null
}

/** Validation messages, by setting. */
function queueDelayProblem({ config }: Readonly<Record<string, unknown>>): { config: string[] } | null {
  const sentence = `QUEUED_DELAY must be a whole number of seconds, from 0 to ${longestDelay}.`
  return queueDelay(config) === null ? { config: [sentence] } : null
}

function script(name: ScriptLanguage, language: string, known = language): ServiceKind {
  return serviceKind({
    name,
    label: language,
    group: 'Script',
    description: `Answers requests with your own script in ${known}.`,
    tier: 'SILVER',
    definitionEditable: true,
    config: scriptConfig,
    readsLookups: true,
    check: queueDelayProblem,
    isAvailable: () => isInstalled(name),
    make: (serviceParts) => createScriptService(name, serviceParts),
  })
}

export const scriptKinds: readonly ServiceKind[] = [
  script('nodejs', 'Node.js', 'JavaScript'),
  script('php', 'PHP'),
  script('python', 'Python', 'the Python that the command python starts'),
  script('python3', 'Python3', 'Python 3'),
]

const atLeast = ['', '*']
const longestCached = 1024 * 1024

/** Exposes a script as a service that handles every verb and path (docs/wire/scripts.md). */
function createScriptService(language: ScriptLanguage, { row, config, host }: ServiceParts): Service {
  const { scripts, parts } = host
  const script = { ...readScript(row.name, language, config), author: row.author }
  const answers = parts.caches.answers(row.id)
  const keepSeconds = config.cache_enabled === true ? Math.max(0, Number(config.cache_ttl ?? 0)) : 0
  const ownAccessList = config.implements_access_list === true
  let definition: Promise<ServiceAddress> | null = null
  const unsubscribe = parts.store.changes.subscribe(({ table }) => {
    if (table === 'service' || table === 'service_doc') definition = null
  })

  async function result(request: ApiRequest): Promise<unknown> {
    const done = await scripts.run(script, eventOf(request), request)
    if (done === null) throw new Problem(503, `The source of the script '${row.name}' cannot be read.`)
    const value = resultOf(done)
    return isRecord(value) && 'response' in value ? value.response : value
  }

  async function answered(request: ApiRequest): Promise<ApiResponse> {
    if (keepSeconds === 0 || request.verb !== 'GET') return answerOf(await result(request))
    const { value: kept, keep } = await answers.find(answerKey(request))
    if (isRecord(kept) && 'made' in kept) return { ...answerOf(kept.made), isCached: true }
    const outcome = await result(request)
    const answer = answerOf(outcome)
    const isShort = JSON.stringify(outcome ?? null).length <= longestCached
    if (answer.status < 300 && isShort) await keep({ made: outcome ?? null }, keepSeconds)
    return answer
  }

  async function components(request: ApiRequest): Promise<string[]> {
    if (!ownAccessList) {
      definition ??= loadServiceAddress(parts.store, row.id)
      return [...atLeast, ...(await definition).components]
    }
    const params = { as_access_list: 'true' }
    const listRequest: ApiRequest = { ...request, verb: 'GET', resource: '', params, query: '', payload: undefined }
    const { body } = answerOf(await result(listRequest))
    const listed: unknown = isRecord(body) ? body.resource : body
    const names = Array.isArray(listed) ? listed.filter((each) => typeof each === 'string') : []
    return [...new Set([...atLeast, ...names])]
  }

  return {
    script,
    publicEndpoints: [],
    accessList: components,
    takesUpload: isOpaque,
    async handle(arrived) {
      const request = await withBytes(arrived, parts.config.bodyLimit)
      const { verb, resource, params } = request
      if (verb === 'GET' && resource === '' && flag(params, 'as_access_list')) {
        return { status: 200, body: { resource: await components(request) } }
      }
      if (config.queued !== true) return answered(request)
      await scripts.queue(row.name, eventOf(request), request, queueDelay(config.config) ?? 0)
      return { status: 202, body: { success: true } }
    },
    close: async () => unsubscribe(),
  }
}

function readScript(
  name: string,
  language: ScriptLanguage,
  config: ServiceParts['config'],
): Omit<ServiceScript, 'author'> {
  const place = {
    content: textOf(config.content),
    serviceId: typeof config.storage_service_id === 'number' ? config.storage_service_id : null,
    path: textOf(config.storage_path),
    repository: textOf(config.scm_repository),
    reference: textOf(config.scm_reference),
  }
  return { name, language, place, config: config.config ?? null }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function eventOf(request: ApiRequest) {
  const response = { content: null, content_type: null, status_code: 200 }
  return { ...eventValue(request, request.resource, null), response }
}

/** Cache key of a response. Includes the caller, as the response of a script may depend on it. */
function answerKey({ resource, params, caller }: ApiRequest): string {
  const { user, app, role, sysadmin, narrowedBy, program } = caller
  const query = Object.entries(params)
    .filter(([name]) => !isHiddenParam(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([
    resource,
    query,
    user?.id,
    app?.id,
    role?.id,
    sysadmin,
    narrowedBy?.map(({ author }) => author),
    program?.kind === 'access token' ? program.scopes : program?.kind,
  ])
}
