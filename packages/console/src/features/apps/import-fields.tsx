import { useRef } from 'react'
import type { ListedService } from '../../instance/service-list.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './apps.module.css'
import { emptyImport, type ImportDraft } from './import-request.ts'
import { SampleList } from './sample-list.tsx'
import { StorageFolder } from './storage-folder.tsx'
import { StorageSelect } from './storage-select.tsx'

interface ImportFieldsProps {
  draft: ImportDraft
  errors: Readonly<Record<string, string>>
  /** Undefined until they are known. */
  files: readonly ListedService[] | undefined
  sending: boolean
  onChange: (draft: ImportDraft) => void
}

/** From where a package comes, and where the files in it go. */
export function ImportFields({ draft, errors, files, sending, onChange }: ImportFieldsProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (file) onChange({ ...emptyImport, path: file.name, file })
  }
  return (
    <Stack gap={4}>
      <div className={styles.source}>
        <TextField
          label="Package"
          required
          help="The address of a .dfpkg package, or a file of this computer."
          mono
          spellCheck={false}
          placeholder="https://"
          value={draft.path}
          error={errors.path}
          onChange={(path) => onChange({ ...draft, path, file: null })}
        />
        <Button onClick={() => input.current?.click()}>Browse</Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Package file"
          accept=".dfpkg"
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
      <StorageSelect
        label="Storage Service (Optional)"
        help="Where the files of the app are kept; the instance chooses when nothing is selected."
        files={files ?? []}
        value={draft.storage_service_id}
        error={errors.storage_service_id}
        onChange={(id) => onChange({ ...draft, storage_service_id: id })}
      />
      <StorageFolder
        label="Storage Folder (Optional)"
        service={files?.find(({ id }) => id === draft.storage_service_id)}
        value={draft.storage_container}
        error={errors.storage_container}
        onChange={(storage_container) => onChange({ ...draft, storage_container })}
      />
      {sending ? <Spinner label={`Importing ${draft.path}…`} /> : null}
      <SampleList onSelect={(path) => onChange({ ...draft, path, file: null })} />
    </Stack>
  )
}
