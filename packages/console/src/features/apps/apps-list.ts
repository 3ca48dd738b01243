import { confirm } from '../../confirm/confirm.ts'
import type { Params } from '../../instance/transport.ts'
import { notify } from '../../notifications/notify.ts'
import type { ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { roleSource } from '../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { appColumns, appName, hidesKey, type ListedApp, launchOf } from './app-columns.tsx'
import { t } from './messages.ts'

interface AppsListParts {
  /** The app that opens this console, which is not deleted. */
  readonly consoleApp: number | null
  /** Whether the list can be sorted and filtered by API keys. */
  readonly comparesKeys: boolean
  /** Whether keys can end. */
  readonly hasEnds: boolean
}

/** Declares the list of the Apps tab. */
export function appsList({ consoleApp, comparesKeys, hasEnds }: AppsListParts): ListDeclaration<ListedApp> {
  return {
    collection: 'app',
    path: '/apps',
    one: t.one,
    many: t.many,
    nameOf: appName,
    columns: appColumns(comparesKeys, hasEnds),
    filters: [{ field: 'role_id', label: tabWords.role, kind: 'record', source: roleSource }],
    searchFields: ['name', 'description'],
    related: ['role_by_role_id'],
    messages: {
      module: t.module,
      loadFailed: t.loadFailed,
      noAccess: t.noAccess,
      empty: t.empty,
      purpose: t.purpose,
      noMatch: t.noMatch,
      deleteOne: t.deleteOne,
      deleteMany: t.deleteMany,
      deletedOne: t.deletedOne,
      deletedMany: t.deletedMany,
      imported: t.listImported,
    },
    bulkFields: [{ field: 'is_active', label: tabWords.active, kind: 'boolean' }],
    create: { label: commonWords.create, first: t.createFirst },
    importExport: true,
    canDuplicate: true,
    rowActions: [
      {
        label: t.launch,
        href: launchOf,
        refused: (app) => (launchOf(app) === null ? t.noLaunchAddress : null),
      },
      {
        label: t.copyApiKey,
        changesNothing: true,
        refused: (app) => (hidesKey(app) ? t.keyHidden : null),
        run: (app) => void copyKey(app),
      },
    ],
    deletionQuestion: {
      one: async (app) => deletion(hasFiles(app) && (await askAboutFiles(t.deleteFiles))),
      many: async () => deletion(await askAboutFiles(t.deleteFilesQuestion)),
    },
    ...(consoleApp !== null && { kept: { ids: [consoleApp], reason: t.consoleApp } }),
  }
}

/** Whether an app may have its own files in a storage. */
function hasFiles({ native, storage_service_id: service }: ListedApp): boolean {
  return native !== true && service !== null && service !== undefined
}

function askAboutFiles(title: string): Promise<boolean> {
  return confirm({
    title,
    text: t.deletedEitherWay,
    action: t.deleteTheFiles,
    danger: true,
  })
}

function deletion(withFiles: boolean): Params {
  return { delete_storage: withFiles, related: 'role_by_role_id', fields: '*' }
}

async function copyKey(app: ListedApp): Promise<void> {
  try {
    await navigator.clipboard.writeText(String(app.api_key))
    notify({ type: 'success', title: t.module, text: t.apiKeyCopied({ name: appName(app) }) })
  } catch {
    notify({ type: 'error', title: t.module, text: t.copyFailed })
  }
}
