import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hidden } from '../../access/hidden-values.ts'
import type { Service } from '../../gateway/service.ts'
import type { ServiceParts } from '../../gateway/service-kind.ts'
import type { Lookups } from '../../platform/lookup-substitution.ts'
import { createHostGuard } from '../../platform/outgoing/host-guard.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { FileContent } from '../../request/file-content.ts'
import { flag } from '../../request/params.ts'
import { loadServiceAddress, type ServiceAddress } from '../definitions/service-address.ts'
import { isHiddenHeader } from '../scripts/event-value.ts'
import { type ConnectionCheck, checkedConnection } from './connection-check.ts'
import { explained, stopped } from './line-problem.ts'
import { createLinkChanges } from './link-changes.ts'
import {
  type CachedAnswer,
  collecting,
  isReadable,
  passedHeaders,
  plain,
  refusalOf,
  streamed,
  through,
} from './remote-answer.ts'
import { createRemoteClient, type RemoteBody } from './remote-client.ts'
import { type RemoteConfig, readRemoteConfig } from './remote-config.ts'
import { isOfConnection, type RemoteRequest, remoteRequest } from './remote-request.ts'
import { mayHaveLinks, replaceLinks } from './replace-links.ts'

/** Longer answers are not kept. */
const longestCached = 1024 * 1024
const atLeast = ['', '*']

/** Another API as a service: calls are handed on, and what comes back is passed on as it comes (docs/wire/remote.md). */
export function createRemoteService({ row, config: stored, host }: ServiceParts): Service {
  const { parts } = host
  const config = readRemoteConfig(stored)
  const { allowPrivateHosts, uploadLimit } = parts.config
  const guard = createHostGuard({ allowPrivateHosts })
  const line = createRemoteClient({ guard, options: config.transport, longestBody: uploadLimit })
  const linkChanges = createLinkChanges(parts)
  const answers = parts.caches.answers(row.id)
  let definition: Promise<ServiceAddress> | null = null
  const unsubscribe = parts.store.changes.subscribe(({ table }) => {
    if (table === 'service' || table === 'service_doc') definition = null
  })
  const definitionOf = () => {
    definition ??= loadServiceAddress(parts.store, row.id)
    return definition
  }

  async function baseUrl(): Promise<string> {
    const base = config.baseUrl || (await definitionOf()).baseUrl
    if (base) return base
    throw new Problem(503, `The service '${row.name}' has no base URL, and its API description names no server.`)
  }

  const handOn = (request: ApiRequest) =>
    withLookups(request, (address, lookups, own) => handOnWith(own ? request : bare(request), address, lookups))

  /** Asks the base URL once, with what is configured and nothing of the caller's. */
  function check(request: ApiRequest): Promise<ConnectionCheck> {
    const asked = { ...request, params: {}, query: '', payload: undefined, upload: undefined }
    return withLookups(asked, async (_, lookups) => {
      const remote = remoteRequest(asked, config, await baseUrl(), lookups)
      const answer = await line.send(remote, null, request.isGivenUp ?? (() => false))
      answer.destroy()
      return checkedConnection(answer, remote.address, warningsOf(config))
    })
  }

  /** Takes values of private lookup keys out of refusals. */
  async function withLookups<T>(
    request: ApiRequest,
    work: (address: string, lookups: Lookups, isTrusted: boolean) => Promise<T>,
  ): Promise<T> {
    const address = parts.config.publicUrl ?? request.origin
    const isTrusted = (await parts.authorities(row.author)) === null
    const all = await parts.lookups.of(request.caller, address, isTrusted ? 'trusted' : undefined)
    const lookups = isTrusted ? all : withoutSecrets(all)
    try {
      return await work(address, lookups, isTrusted)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, headers, code, cause } = error
      const message = hidden(error.message, lookups.private.values())
      throw new Problem(status, message, { code, headers, ...(message === error.message ? { cause } : {}) })
    }
  }

  async function handOnWith(request: ApiRequest, address: string, lookups: Lookups): Promise<ApiResponse> {
    const remote = remoteRequest(request, config, await baseUrl(), lookups)
    const keeps = config.keepSeconds > 0 && request.verb === 'GET'
    const found = keeps ? await answers.find(remote.cacheKey) : null
    if (isCachedAnswer(found?.value)) return answerAgain(found.value, request)
    const answer = await line.send(remote, remoteBody(request), request.isGivenUp ?? (() => false))
    return passOn(answer, request, { remote, address, keep: found?.keep ?? null })
  }

  async function passOn(answer: IncomingMessage, request: ApiRequest, sent: Sent): Promise<ApiResponse> {
    const { statusCode: status = 502 } = answer
    if (status < 200) {
      answer.destroy()
      throw new Problem(502, `${sent.remote.address.host} responded with status ${status}, which does not exist.`)
    }
    if (status === 304) {
      answer.destroy()
      return { status, body: undefined, headers: passedHeaders(answer.headers) }
    }
    if (status >= 300) throw await refusalOf(answer, secretsOf(sent))
    const headers = passedHeaders(answer.headers)
    if (status === 204 || status === 205) {
      answer.resume()
      return { status, body: undefined, headers }
    }
    const contentType = answer.headers['content-type'] ?? 'application/octet-stream'
    const changes = config.replaceLinks && mayHaveLinks(contentType) ? await linkChanges(sent.address) : null
    const { keep } = sent
    const reads = (changes !== null || keep !== null) && isReadable(answer)
    if (reads) {
      delete headers['content-length']
      delete headers['content-encoding']
    }
    const read = () => {
      if (!reads) return answer
      const steps = changes === null ? [] : [replaceLinks(changes)]
      const keeping = (body: Buffer) => {
        const kept: CachedAnswer = { status, contentType, headers, body: body.toString('base64') }
        void keep?.(kept, config.keepSeconds)
      }
      const read = through(plain(answer), ...steps, ...(keep === null ? [] : [collecting(longestCached, keeping)]))
      return explained(read, stopped(sent.remote.address))
    }
    return streamed({ status, name: nameOf(request), contentType, headers, read, close: () => void answer.destroy() })
  }

  async function components(request: ApiRequest): Promise<string[]> {
    if (!config.implementsAccessList) return [...atLeast, ...(await definitionOf()).components]
    const asked = { ...request, verb: 'GET', resource: '', params: { as_access_list: 'true' }, query: '' } as const
    const { body } = await handOn({ ...asked, payload: undefined, upload: undefined })
    return [...new Set([...atLeast, ...(await listedIn(body))])]
  }

  return {
    publicEndpoints: [],
    takesUpload: ({ headers }) => Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers,
    accessList: (request) => components(request),
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'GET' && resource === '' && flag(params, 'as_access_list')) {
        return { status: 200, body: { resource: await components(request) } }
      }
      if (verb === 'GET' && resource === '' && flag(params, '_check')) {
        return { status: 200, body: await check(request) }
      }
      return handOn(request)
    },
    async close() {
      unsubscribe()
      line.close()
    },
  }
}

function warningsOf({ unusedOptions, headers }: RemoteConfig): string[] {
  const unsent = headers.filter(({ name }) => isOfConnection(name))
  return [
    ...unusedOptions.map((name) => `The option '${name}' has no effect.`),
    ...unsent.map(({ name }) => `The header '${name}' is set by the connection and not sent as configured.`),
  ]
}

interface Sent {
  readonly remote: RemoteRequest
  /** The instance's own. */
  readonly address: string
  /** Null: the answer is not one to be kept. */
  readonly keep: ((value: unknown, seconds: number) => Promise<void> | void) | null
}

/** What a refusal of the other side might repeat, besides lookup keys. */
function secretsOf({ remote: { headers } }: Sent): string[] {
  return [headers.authorization?.replace(/^\w+ +/, '') ?? '']
}

/** The texts that a list of components has; of anything else nothing. */
async function listedIn(body: unknown): Promise<string[]> {
  if (!(body instanceof FileContent)) return []
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body.content.read()) {
    pieces.push(piece)
    length += piece.length
    if (length > longestCached) return []
  }
  try {
    const list: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    const resource: unknown = isRecord(list) ? list.resource : list
    return Array.isArray(resource) ? resource.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

const nameOf = ({ resource, service }: ApiRequest) => resource.slice(resource.lastIndexOf('/') + 1) || service

function isCachedAnswer(value: unknown): value is CachedAnswer {
  return isRecord(value) && typeof value.body === 'string'
}

function answerAgain({ status, contentType, headers, body }: CachedAnswer, request: ApiRequest): ApiResponse {
  const read = () => Readable.from([Buffer.from(body, 'base64')])
  return streamed({ status, name: nameOf(request), contentType, headers, read, close: () => undefined })
}

/** For services that somebody else than a full administrator set up: nothing that is secret, or tells who calls. */
function withoutSecrets({ open }: Lookups): Lookups {
  const told = [...open].filter(([name]) => name === 'user.id' || !name.startsWith('user.'))
  return { open: new Map(told), private: new Map() }
}

/** The same request without what lets somebody act in the caller's place, though the settings pass it on. */
function bare(request: ApiRequest): ApiRequest {
  const headers = Object.entries(request.headers).filter(([name]) => !isHiddenHeader(name))
  return { ...request, headers: Object.fromEntries(headers) }
}

/** What a call sends along: the bytes that came, or those of a value that was made here. */
function remoteBody({ verb, upload, payload }: ApiRequest): RemoteBody | null {
  if (upload !== undefined) return { stream: upload.content, size: upload.size }
  if (verb === 'GET' || payload === undefined || payload === null) return null
  if (payload instanceof Uint8Array) return { bytes: payload }
  return { bytes: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)) }
}
