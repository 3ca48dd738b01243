import { confirm } from '../../confirm/confirm.ts'
import type { Params } from '../../instance/transport.ts'
import { notify } from '../../notifications/notify.ts'
import type { ListDeclaration } from '../../widgets/record-list/declaration.ts'
import { roleSource } from '../../widgets/record-picker/record-source.ts'
import { appColumns, appName, type ListedApp, launchOf } from './app-columns.tsx'
import { appMessages } from './messages.ts'

/** What the Apps tab says about its list; the app that opens this console cannot be deleted by way of it. */
export function appsList(consoleApp: number | null): ListDeclaration<ListedApp> {
  return {
    collection: 'app',
    path: '/apps',
    one: 'app',
    many: 'apps',
    nameOf: appName,
    columns: appColumns,
    filters: [{ field: 'role_id', label: 'Role', kind: 'record', source: roleSource }],
    searchFields: ['name', 'description'],
    related: ['role_by_role_id'],
    messages: { ...appMessages, imported: appMessages.listImported },
    bulkFields: [{ field: 'is_active', label: 'Active', kind: 'boolean' }],
    create: { label: 'Create', first: appMessages.createFirst },
    importExport: true,
    canDuplicate: true,
    rowActions: [
      {
        label: 'Launch',
        href: launchOf,
        refused: (app) => (launchOf(app) === null ? 'It has no launch address.' : null),
      },
      { label: 'Copy API Key', changesNothing: true, run: (app) => void copyKey(app) },
    ],
    deletionQuestion: {
      one: async (app) => deletion(hasFiles(app) && (await askAboutFiles(appMessages.deleteFiles))),
      many: async () => deletion(await askAboutFiles(appMessages.deleteFilesOfMany)),
    },
    ...(consoleApp !== null && { kept: { ids: [consoleApp], reason: appMessages.consoleApp } }),
  }
}

/** Whether an app may have files of its own in a storage. */
function hasFiles({ native, storage_service_id: service }: ListedApp): boolean {
  return native !== true && service !== null && service !== undefined
}

function askAboutFiles(title: string): Promise<boolean> {
  return confirm({
    title,
    text: 'The app is deleted in either case.',
    action: 'Delete files',
    danger: true,
  })
}

function deletion(withFiles: boolean): Params {
  return { delete_storage: withFiles, related: 'role_by_role_id', fields: '*' }
}

async function copyKey(app: ListedApp): Promise<void> {
  try {
    await navigator.clipboard.writeText(String(app.api_key))
    notify({ type: 'success', title: appMessages.module, text: `API key of ${appName(app)} copied.` })
  } catch {
    notify({ type: 'error', title: appMessages.module, text: 'Copying failed: no access to the clipboard.' })
  }
}
