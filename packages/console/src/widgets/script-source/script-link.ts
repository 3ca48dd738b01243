import type { ListedService } from '@millwright/contract/wire/root'

/** Where a script is kept, as the controls of a form hold it: all empty when the script is kept with its own record. */
export type LinkValues = {
  readonly storage_service_id: string
  readonly scm_repository: string
  readonly scm_reference: string
  readonly storage_path: string
}

/** Where the text of a script is kept, when it is not kept with its own record. */
export interface ScriptLink {
  readonly service: ListedService
  /** It is a repository, with versions. */
  readonly versioned: boolean
  readonly repository: string
  readonly reference: string
  readonly path: string
}

const repositories = new Set(['github', 'gitlab', 'bitbucket'])

export function isRepository({ type }: Pick<ListedService, 'type'>): boolean {
  return repositories.has(type)
}

/** The link of a script; null when its text is kept with its record, or in a service that is not known. */
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

/** Whether all is said that it takes to find the script. */
export function canPull({ versioned, repository, reference, path }: ScriptLink): boolean {
  return path !== '' && (!versioned || (repository !== '' && reference !== ''))
}

/** The call that reads the script; see docs/console.md. */
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

/** What the link is after another choice of a service: everything that was said about the former one is gone. */
export function linkedTo(id: number | null): LinkValues {
  return { storage_service_id: id === null ? '' : String(id), scm_repository: '', scm_reference: '', storage_path: '' }
}
