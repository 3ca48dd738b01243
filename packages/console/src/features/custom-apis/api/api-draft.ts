import type { CustomApiStatus } from '@millwright/contract/records/custom-api'
import type { EditorDeclaration } from '../../../widgets/editor-frame/use-editor.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { type ApiRecord, apiCollection, basePathOf } from '../api-queries.ts'
import { t } from '../messages.ts'

/** The form values of an API. */
export type ApiDraft = {
  readonly name: string
  readonly label: string
  readonly base_path: string
  readonly version: string
  readonly status: CustomApiStatus
  readonly sunset: string
  readonly description: string
}

const labels = {
  get name() {
    return tabWords.name
  },
  get label() {
    return t.label
  },
  get base_path() {
    return t.basePath
  },
  get version() {
    return t.version
  },
  get status() {
    return t.status
  },
  get sunset() {
    return t.sunset
  },
  get description() {
    return tabWords.description
  },
} as const satisfies { readonly [K in keyof ApiDraft]: string }

/** Editor declaration of APIs. */
export const apiEditing: EditorDeclaration<ApiRecord, ApiDraft> = {
  collection: apiCollection,
  params: { fields: '*' },
  labels,
  toDraft: (record) => ({
    name: record?.name ?? '',
    label: record?.label ?? '',
    base_path: basePathOf(record ?? {}),
    version: record?.version ?? '0.1.0',
    status: record?.status ?? 'draft',
    sunset: record?.sunset ?? '',
    description: record?.description ?? '',
  }),
  toCreate: (draft) => draft,
  toUpdate: (draft, record) => {
    const { status, base_path, ...rest } = draft
    return {
      ...rest,
      label: emptyAsNull(draft.label),
      sunset: emptyAsNull(draft.sunset),
      description: emptyAsNull(draft.description),
      // Saving the status again would publish, saving the path would rename the service.
      ...(status !== record.status && { status }),
      ...(base_path !== basePathOf(record) && { base_path }),
    }
  },
  check: ({ name, base_path }) => {
    const fields = {
      ...(name.trim() === '' && { name: t.nameMissing }),
      ...(base_path.trim() === '' && { base_path: t.basePathMissing }),
    }
    return Object.keys(fields).length === 0 ? null : { fields, general: [] }
  },
}

function emptyAsNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
