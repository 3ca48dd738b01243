import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { t } from './messages.ts'

/** The form of an import. */
export interface ImportDraft {
  /** Name of the chosen file, or a URL. */
  readonly path: string
  readonly file: File | null
  readonly storage_service_id: number | null
  readonly storage_container: string
}

export const emptyImport: ImportDraft = { path: '', file: null, storage_service_id: null, storage_container: '' }

/** Whether a text is the URL of a package rather than the name of a file. */
export function isLink(path: string): boolean {
  return /^https?:\/\//i.test(path.trim())
}

/** Validates the form before a package is sent; returns `null` if there is no problem. */
export function checkImport({ path, file }: ImportDraft): FormProblem | null {
  if (path.trim() === '') return { fields: { path: t.packageMissing }, general: [] }
  if (file === null && !isLink(path)) return { fields: { path: t.notAnAddress }, general: [] }
  return null
}

/** Whether the name has an extension other than that of packages; a URL may continue after its path. */
export function hasUnexpectedExtension({ path, file }: ImportDraft): boolean {
  const name = file ? file.name : isLink(path) ? URL.parse(path.trim())?.pathname : ''
  return name !== undefined && name !== '' && name !== '/' && !name.toLowerCase().endsWith('.dfpkg')
}

/** Returns the body of an import: a URL as JSON, a file as a form. Storage 0 leaves the choice to the server. */
export function importBody({ path, file, storage_service_id, storage_container }: ImportDraft): object {
  const storage = storage_service_id ?? 0
  const container = storage_container.trim()
  if (file === null) return { import_url: path.trim(), storage_service_id: storage, storage_container: container }
  const form = new FormData()
  form.append('file', file)
  form.append('storage_service_id', String(storage))
  form.append('storage_container', container)
  return form
}
