import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

type Entry = Readonly<Record<string, unknown>>

/** A path in a repository, at a reference. */
export interface Place {
  readonly repository: string
  /** Without leading and trailing slashes; empty: the root. */
  readonly path: string
  /** Branch, tag or commit. */
  readonly reference: string
}

/** A repository host, for one account. Errors have the status that the host returned. */
export interface RepositoryHost {
  /** One page of the repositories of the account. */
  repositories(page: number, perPage: number): Promise<readonly Entry[]>
  /**
   * A file with its `content` in base64, or the entries of a folder: `name`, `path` and `type`, which is `file` or `dir`, and
   * further members from the host.
   */
  entry(place: Place): Promise<Entry | readonly Entry[]>
}

/** Fetches JSON or text from a repository host. */
interface HostApi {
  json(path: string): Promise<unknown>
  text(path: string): Promise<string>
}

interface HostApiParts {
  readonly ask: SendRequest
  /** Without a trailing slash. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
}

function createHostApi({ ask, base, headers }: HostApiParts): HostApi {
  async function read(path: string): Promise<string> {
    const address = URL.parse(`${base}${path}`)
    if (address === null) throw new Problem(503, 'The URL of the repositories is not valid.')
    const answer = await ask({ verb: 'GET', address, headers }, new AbortController().signal)
    const body = answer.body.toString('utf8')
    if (answer.status >= 200 && answer.status < 300) return body
    if (answer.status < 400 || answer.status >= 500)
      throw new Problem(502, `${address.host} responded with status ${answer.status}.`)
    throw new Problem(answer.status, messageIn(body) ?? `${address.host} responded with status ${answer.status}.`)
  }

  return {
    text: read,
    async json(path) {
      const body = await read(path)
      try {
        return JSON.parse(body)
      } catch {
        throw new Problem(502, 'The response of the repository host is not JSON.')
      }
    },
  }
}

/** The error message in a host's response. */
function messageIn(body: string): string | null {
  try {
    const said: unknown = JSON.parse(body)
    const texts = [said, memberOf(said, 'error')].map((each) => memberOf(each, 'message'))
    return texts.find((text) => typeof text === 'string') ?? null
  } catch {
    return null
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const inSegments = (path: string) => path.split('/').map(encodeURIComponent).join('/')

const isMissing = (error: unknown) => error instanceof Problem && error.status === 404

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

type Config = Readonly<Record<string, unknown>>

/** Creates a client of a repository host from a service's settings. `base`: base URL of its API. */
export type MakeHost = (config: Config, ask: SendRequest, base?: string) => RepositoryHost

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

function entries(value: unknown): readonly Entry[] {
  if (Array.isArray(value) && value.every(isRecord)) return value
  throw new Problem(502, 'The host of the repositories returned something other than a list.')
}

/** The `Authorization` header: by token, otherwise by name and password. */
function authorization({ token, username, password }: Config, scheme: string): Record<string, string> {
  if (text(token) !== '') return { authorization: `${scheme} ${text(token)}` }
  if (text(username) === '') return {}
  return { authorization: `Basic ${Buffer.from(`${text(username)}:${text(password)}`).toString('base64')}` }
}

export const github: MakeHost = (config, ask, base = 'https://api.github.com') => {
  const headers = { accept: 'application/vnd.github+json', ...authorization(config, 'token') }
  const api = createHostApi({ ask, base, headers })
  const vendor = inSegments(text(config.vendor))
  return {
    async repositories(page, perPage) {
      const query = `repos?page=${page}&per_page=${perPage}`
      try {
        return entries(await api.json(`/orgs/${vendor}/${query}`))
      } catch (error) {
        if (isMissing(error)) return entries(await api.json(`/users/${vendor}/${query}`))
        throw error
      }
    },
    async entry({ repository, path, reference }) {
      const place = `/repos/${vendor}/${inSegments(repository)}/contents/${inSegments(path)}`
      const found = await api.json(`${place}?ref=${encodeURIComponent(reference)}`)
      return Array.isArray(found) ? entries(found) : isRecord(found) ? found : {}
    },
  }
}

export const gitlab: MakeHost = (config, ask, base = text(config.base_url).replace(/\/+$/, '')) => {
  const token = text(config.token)
  const headers: Record<string, string> = token === '' ? {} : { 'private-token': token }
  const api = createHostApi({ ask, base: `${base}/api/v4`, headers })
  const namespace = text(config.namespace)
  const projectOf = (repository: string) =>
    `/projects/${encodeURIComponent(namespace === '' ? repository : `${namespace}/${repository}`)}`

  async function folder(project: string, path: string, reference: string): Promise<readonly Entry[]> {
    const query = new URLSearchParams({ ref: reference, per_page: '100', ...(path === '' ? {} : { path }) })
    const found = entries(await api.json(`${project}/repository/tree?${query}`))
    return found.map((entry) => ({ ...entry, type: entry.type === 'tree' ? 'dir' : 'file' }))
  }

  return {
    async repositories(page, perPage) {
      const query = `projects?page=${page}&per_page=${perPage}`
      if (namespace === '') return entries(await api.json(`/${query}&membership=true`))
      const owner = encodeURIComponent(namespace)
      try {
        return entries(await api.json(`/groups/${owner}/${query}`))
      } catch (error) {
        if (isMissing(error)) return entries(await api.json(`/users/${owner}/${query}`))
        throw error
      }
    },
    async entry({ repository, path, reference }) {
      const project = projectOf(repository)
      if (path === '') return folder(project, '', reference)
      try {
        const file = `${project}/repository/files/${encodeURIComponent(path)}`
        const found = await api.json(`${file}?ref=${encodeURIComponent(reference)}`)
        return { ...(isRecord(found) ? found : {}), name: nameOf(path), path, type: 'file' }
      } catch (error) {
        if (!isMissing(error)) throw error
        const found = await folder(project, path, reference)
        if (found.length === 0) throw error
        return found
      }
    },
  }
}

export const bitbucket: MakeHost = (config, ask, base = 'https://api.bitbucket.org/2.0') => {
  const api = createHostApi({ ask, base, headers: authorization(config, 'Bearer') })
  const vendor = inSegments(text(config.vendor))
  const valuesOf = (found: unknown) => entries(isRecord(found) ? found.values : found)
  return {
    repositories: async (page, perPage) =>
      valuesOf(await api.json(`/repositories/${vendor}?page=${page}&pagelen=${perPage}`)),
    async entry({ repository, path, reference }) {
      const source = `/repositories/${vendor}/${inSegments(repository)}/src/${encodeURIComponent(reference)}/${inSegments(path)}`
      const found = path === '' ? null : await api.json(`${source}?format=meta`)
      if (isRecord(found) && found.type === 'commit_file') {
        const content = Buffer.from(await api.text(source)).toString('base64')
        return { ...found, name: nameOf(path), path, type: 'file', encoding: 'base64', content }
      }
      return valuesOf(await api.json(`${source}${path === '' ? '' : '/'}?pagelen=100`)).map((entry) => ({
        ...entry,
        name: nameOf(text(entry.path)),
        type: entry.type === 'commit_directory' ? 'dir' : 'file',
      }))
    },
  }
}
