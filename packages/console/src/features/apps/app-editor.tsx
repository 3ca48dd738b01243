import { useQuery } from '@tanstack/react-query'
import { fileServicesQuery, localFileService } from '../../instance/file-services.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RecordEditor } from '../../widgets/editor-frame/record-editor.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { appName } from './app-columns.tsx'
import { type AppRecord, appEditing, draftOfAppCopy } from './app-draft.ts'
import { AppForm } from './app-form.tsx'
import styles from './apps.module.css'

interface AppEditorProps {
  /** Null for a new app. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one app. */
export function AppEditor({ id, onSaved }: AppEditorProps) {
  const files = useQuery(fileServicesQuery)
  const storage = localFileService(files.data ?? [])
  const declaration = appEditing(storage)
  return (
    <RecordEditor<AppRecord>
      path="/apps"
      collection={declaration.collection}
      params={declaration.params}
      one="app"
      thing="App"
      nameOf={appName}
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) =>
        // What a new app is kept on at first must be known before the form begins.
        files.isPending ? (
          <div className={styles.waiting} aria-busy="true">
            <Skeleton lines={8} />
          </div>
        ) : (
          <AppForm
            declaration={declaration}
            files={files.data ?? null}
            {...form}
            {...(copied && { start: draftOfAppCopy(copied, storage) })}
          />
        )
      }
    </RecordEditor>
  )
}
