import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { maskSecrets } from '../../../access/hidden-values.ts'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { type Lookups, substituteLookups } from '../../../platform/lookup-substitution.ts'
import { createHostGuard } from '../../../platform/outgoing/host-guard.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { flag } from '../../../request/params.ts'
import { loadServiceAddress, type ServiceAddress } from '../../ground/definitions/service-address.ts'
import { isHiddenHeader } from '../scripts/event-value.ts'
import { createBackendTokens, keyOf, sendWithToken } from './backend-tokens.ts'
import { brokenOffProblem, type ConnectionCheck, checkedConnection, withErrorCause } from './connection-problem.ts'
import { createLinkChanges, mayHaveLinks, replaceLinks } from './links.ts'
import {
  type CachedAnswer,
  collectInto,
  decodedBody,
  isReadable,
  passedHeaders,
  pipeThrough,
  remoteProblem,
  streamed,
} from './remote-answer.ts'
import { createRemoteClient, type RemoteBody } from './remote-client.ts'
import { filledSettings, type RemoteConfig, readRemoteConfig, type TokenSettings } from './remote-config.ts'
import { isOfConnection, type RemoteRequest, remoteRequest } from './remote-request.ts'

/** Longer responses are not cached. */
const longestCached = 1024 * 1024
const atLeast = ['', '*']

/** Exposes another API as a service: forwards requests and streams the responses (docs/wire/remote.md). */
export function createRemoteService({ row, config: stored, host }: ServiceParts): Service {
  const { parts } = host
  const config = readRemoteConfig(stored)
  const { allowPrivateHosts, uploadLimit } = parts.config
  const guard = createHostGuard({ allowPrivateHosts })
  const client = createRemoteClient({ guard, options: config.transport, longestBody: uploadLimit })
  const { token, transport } = config
  const tokens =
    token === null
      ? null
      : createBackendTokens({ service: row.name, guard, transport, clock: parts.clock, log: host.log })
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

  const forward = (request: ApiRequest) =>
    withLookups(request, (address, lookups, own) =>
      handOnWith(own ? request : withoutCredentials(request), address, lookups),
    )

  /** Requests the base URL once, with the configured parameters only. */
  function check(request: ApiRequest): Promise<ConnectionCheck> {
    const checkRequest = { ...request, params: {}, query: '', payload: undefined, upload: undefined }
    return withLookups(checkRequest, async (_, lookups) => {
      const remote = remoteRequest(checkRequest, config, await baseUrl(), lookups)
      const { answer } = await sendOn(request, remote, null, tokenSettings(lookups))
      answer.destroy()
      return checkedConnection(answer, remote.address, { warnings: warningsOf(config), token: token !== null })
    })
  }

  /** `null` without tokens. */
  function tokenSettings(lookups: Lookups): TokenSettings | null {
    const fill = (text: string) => substituteLookups(text, lookups, { withPrivate: true })
    return token === null ? null : filledSettings(token, fill)
  }

  /** Also returns the request as it was sent. */
  async function sendOn(
    { isGivenUp = () => false }: Pick<ApiRequest, 'isGivenUp'>,
    remote: RemoteRequest,
    body: RemoteBody | null,
    settings: TokenSettings | null,
  ) {
    if (settings === null || tokens === null) return { answer: await client.send(remote, body, isGivenUp), remote }
    return sendWithToken({ client, tokens }, settings, remote, body, isGivenUp)
  }

  /** Runs `work` with the caller's lookup keys and masks the values of private ones in error responses. */
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
      const message = maskSecrets(error.message, lookups.private.values())
      throw new Problem(status, message, { code, headers, ...(message === error.message ? { cause } : {}) })
    }
  }

  async function handOnWith(request: ApiRequest, address: string, lookups: Lookups): Promise<ApiResponse> {
    const upstream = remoteRequest(request, config, await baseUrl(), lookups)
    const settings = tokenSettings(lookups)
    const keeps = config.cacheSeconds > 0 && request.verb === 'GET'
    const found = keeps
      ? await answers.find(`${upstream.cacheKey}${settings === null ? '' : ` ${keyOf(settings)}`}`)
      : null
    if (isCachedAnswer(found?.value)) return { ...respondFromCache(found.value, request), isCached: true }
    const { answer, remote } = await sendOn(request, upstream, remoteBody(request), settings)
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
    if (status >= 300) throw await remoteProblem(answer, secretsOf(sent))
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
        void keep?.(kept, config.cacheSeconds)
      }
      const read = pipeThrough(
        decodedBody(answer),
        ...steps,
        ...(keep === null ? [] : [collectInto(longestCached, keeping)]),
      )
      return withErrorCause(read, brokenOffProblem(sent.remote.address))
    }
    return streamed({ status, name: nameOf(request), contentType, headers, read, close: () => void answer.destroy() })
  }

  async function components(request: ApiRequest): Promise<string[]> {
    if (!config.implementsAccessList) return [...atLeast, ...(await definitionOf()).components]
    const listRequest = {
      ...request,
      verb: 'GET',
      resource: '',
      params: { as_access_list: 'true' },
      query: '',
    } as const
    const { body } = await forward({ ...listRequest, payload: undefined, upload: undefined })
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
      return forward(request)
    },
    async close() {
      unsubscribe()
      client.close()
      tokens?.close()
    },
  }
}

function warningsOf({ unusedOptions, headers, missingForToken }: RemoteConfig): string[] {
  const unsent = headers.filter(({ name }) => isOfConnection(name))
  return [
    ...missingForToken.map((name) => `Requests carry no OAuth2 token, because the setting '${name}' is empty.`),
    ...unusedOptions.map((name) => `The option '${name}' has no effect.`),
    ...unsent.map(({ name }) => `The header '${name}' is set by the connection and not sent as configured.`),
  ]
}

interface Sent {
  readonly remote: RemoteRequest
  /** Base URL of this instance. */
  readonly address: string
  /** `null`: the response is not cached. */
  readonly keep: ((value: unknown, seconds: number) => Promise<void> | void) | null
}

/** Credentials that an error of the remote server might repeat, besides lookup keys. */
function secretsOf({ remote: { headers } }: Sent): string[] {
  return [headers.authorization?.replace(/^\w+ +/, '') ?? '']
}

/** The strings in a list of components; empty for any other body. */
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

function respondFromCache({ status, contentType, headers, body }: CachedAnswer, request: ApiRequest): ApiResponse {
  const read = () => Readable.from([Buffer.from(body, 'base64')])
  return streamed({ status, name: nameOf(request), contentType, headers, read, close: () => undefined })
}

/** For services that were not configured by a full administrator: no private lookup keys, and no values that identify the caller. */
function withoutSecrets({ open }: Lookups): Lookups {
  const publicLookups = [...open].filter(([name]) => name === 'user.id' || !name.startsWith('user.'))
  return { open: new Map(publicLookups), private: new Map() }
}

/** The request without headers that allow acting as the caller, even if the settings pass them on. */
function withoutCredentials(request: ApiRequest): ApiRequest {
  const headers = Object.entries(request.headers).filter(([name]) => !isHiddenHeader(name))
  return { ...request, headers: Object.fromEntries(headers) }
}

/** The body to send: the upload stream, or the payload as bytes. */
function remoteBody({ verb, upload, payload }: ApiRequest): RemoteBody | null {
  if (upload !== undefined) return { stream: upload.content, size: upload.size }
  if (verb === 'GET' || payload === undefined || payload === null) return null
  if (payload instanceof Uint8Array) return { bytes: payload }
  return { bytes: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)) }
}
