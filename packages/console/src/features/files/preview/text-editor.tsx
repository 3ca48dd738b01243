import { useState } from 'react'
import type { FileEntry } from '../../../instance/folder-listing.ts'
import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/text.tsx'
import { useSaveKey } from '../../../ui/use-save-key.ts'
import { CodeEditor } from '../../../widgets/code/code-editor/code-editor.tsx'
import { EditorBody } from '../../../widgets/form/editor-frame/editor-frame.tsx'
import { useLeaveGuard } from '../../../widgets/form/editor-frame/use-leave-guard.ts'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { readFilesSearch } from '../files-address.ts'
import { filesMessages } from '../messages.ts'
import { type DecodedText, type FileStamp, saveText, withLineEnds } from './file-content.ts'
import { languageOfFile } from './file-kind.ts'
import styles from './preview.module.css'

interface TextEditorProps {
  service: string
  file: FileEntry
  decoded: DecodedText
  stamp: FileStamp
  onSaved: () => void
  /** Reloads the file and discards the input. */
  onReload: () => void
  onClose: () => void
}

interface Stored {
  readonly text: string
  /** `null` if it is unknown; changes by others are then not detected. */
  readonly stamp: FileStamp | null
}

/** An editor for a text file. */
export function TextEditor({ service, file, decoded, stamp, onSaved, onReload, onClose }: TextEditorProps) {
  const [stored, setStored] = useState<Stored>({ text: decoded.text, stamp })
  const [text, setText] = useState(decoded.text)
  const [trouble, setTrouble] = useState<Error | null>(null)
  const [saving, setSaving] = useState(false)
  const writeBlock = useWriteBlock()
  const changed = text !== stored.text
  useLeaveGuard(changed ? [file.name] : [], undefined, sameFile)

  const save = async (over: boolean) => {
    if (saving || writeBlock || (!changed && !over)) return
    setSaving(true)
    setTrouble(null)
    try {
      const content = withLineEnds(text, decoded.ends)
      const next = await saveText({ service, path: file.path }, content, { stamp: stored.stamp, over })
      setStored({ text, stamp: next })
      notify({
        type: 'success',
        title: filesMessages.module,
        text: filesMessages.saved({ name: file.name }),
        tag: 'files-saved',
      })
      onSaved()
    } catch (error) {
      setTrouble(error instanceof Error ? error : new Error(messageOf(error)))
      if (!isConflict(error)) notifyError(error)
    } finally {
      setSaving(false)
    }
  }
  useSaveKey(() => void save(false))

  return (
    <EditorBody
      className={styles.text}
      fills
      status={changed ? filesMessages.notSavedYet : ''}
      buttons={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={saving}
            disabledReason={writeBlock ?? (!changed && filesMessages.nothingToSave)}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {tabWords.save}
          </Button>
        </>
      }
      onSubmit={() => void save(false)}
    >
      {trouble === null ? null : isConflict(trouble) ? (
        <Banner
          tone="warning"
          title={filesMessages.fileConflict}
          actions={
            <>
              <Button size="small" onClick={() => void save(true)}>
                {filesMessages.overwriteWithMine}
              </Button>
              <Button size="small" onClick={onReload}>
                {filesMessages.showStoredText}
              </Button>
            </>
          }
        >
          {filesMessages.discardTextWarning}
        </Banner>
      ) : (
        <Banner tone="danger" title={filesMessages.nothingSaved}>
          {messageOf(trouble)}
        </Banner>
      )}
      {decoded.ends === 'mixed' ? (
        <Text tone="muted" size="sm">
          {filesMessages.mixedLineEndings}
        </Text>
      ) : null}
      <CodeEditor
        label={filesMessages.fileText({ name: file.name })}
        labelHidden
        language={languageOfFile(file.name)}
        value={text}
        readOnly={writeBlock !== null}
        onChange={setText}
        lines={24}
      />
    </EditorBody>
  )
}

function isConflict(error: unknown): boolean {
  return error instanceof InstanceError && error.kind === 'conflict'
}

interface Address {
  readonly pathname: string
  readonly search: object
}

/** Whether the same file stays open, as when the folder behind it is sorted or searched. */
function sameFile(now: Address, next: Address): boolean {
  const one = readFilesSearch({ ...now.search })
  const other = readFilesSearch({ ...next.search })
  return now.pathname === next.pathname && one.path === other.path && one.file === other.file
}
