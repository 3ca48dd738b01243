import type { ListedService } from '@millwright/contract/wire/services'
import { send } from '../../../instance/send.ts'

/** The link of a script as form values: all empty if the script is stored in its own record. */
export type LinkValues = {
  readonly storage_service_id: string
  readonly scm_repository: string
  readonly scm_reference: string
  readonly storage_path: string
}

/** The location of a script that is not stored in its own record. */
export interface ScriptLink {
  readonly service: ListedService
  /** Whether the service is a repository with versions. */
  readonly versioned: boolean
  readonly repository: string
  readonly reference: string
  readonly path: string
}

const repositories = new Set(['github', 'gitlab', 'bitbucket'])

function isRepository({ type }: Pick<ListedService, 'type'>): boolean {
  return repositories.has(type)
}

/** Returns the link of a script, or `null` if its text is stored in its record or the service is unknown. */
export function scriptLink(values: LinkValues, services: readonly ListedService[]): ScriptLink | null {
  const service = services.find((one) => String(one.id) === values.storage_service_id)
  if (!service) return null
  return {
    service,
    versioned: isRepository(service),
    repository: values.scm_repository.trim(),
    reference: values.scm_reference.trim(),
    path: values.storage_path.trim(),
  }
}

/** Whether the link has everything needed to fetch the script. */
export function canPull({ versioned, repository, reference, path }: ScriptLink): boolean {
  return path !== '' && (!versioned || (repository !== '' && reference !== ''))
}

/** The request that fetches the script; see docs/console.md. */
export function pullCall(link: ScriptLink): {
  readonly path: string
  readonly params: Record<string, string | number>
} {
  const { service, versioned, repository, reference, path } = link
  const name = encodeURIComponent(service.name)
  if (!versioned) return { path: `${name}/${inSegments(path)}`, params: {} }
  return { path: `${name}/_repo/${inSegments(repository)}`, params: { path, branch: reference, content: 1 } }
}

function inSegments(path: string): string {
  return path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
}

/** The link after a change of the service: the former location is cleared. */
export function linkedTo(id: number | null): LinkValues {
  return { storage_service_id: id === null ? '' : String(id), scm_repository: '', scm_reference: '', storage_path: '' }
}

/** Fetches the current text of a script from its source. */
export async function pullScript(link: ScriptLink): Promise<string> {
  const { data } = await send<Blob>({ verb: 'GET', ...pullCall(link), as: 'blob' })
  const text = await data.text()
  return link.versioned ? plainText(text) : text
}

/** Clears the instance's cached copy of a script, of a service or an event. */
export async function clearScriptCache(name: string): Promise<void> {
  await send({ verb: 'DELETE', path: `system/cache/_event/${encodeURIComponent(name)}` })
}

/** Decodes the response of a code host, a JSON object with the text in base64; any other response is the text itself. */
export function plainText(answer: string): string {
  const said = asObject(answer)
  if (typeof said?.content !== 'string' || said.encoding !== 'base64') return answer
  try {
    const bytes = Uint8Array.from(atob(said.content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return answer
  }
}

function asObject(text: string): { readonly content?: unknown; readonly encoding?: unknown } | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
