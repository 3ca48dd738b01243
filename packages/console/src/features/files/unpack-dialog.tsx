import { useId, useRef, useState } from 'react'
import { filePath, joinPath } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import dialogs from '../../widgets/record-list/dialogs.module.css'
import { byteWords } from '../../widgets/transfers/byte-words.ts'
import { filesMessages } from './messages.ts'

interface UnpackDialogProps {
  place: FolderPlace
  onClose: () => void
  onDone: () => void
}

/** Sends an archive, of which the instance keeps only what is in it. */
export function UnpackDialog({ place, onClose, onDone }: UnpackDialogProps) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [clean, setClean] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)

  const go = async () => {
    if (file === null) return setRefusal('Choose a zip archive first.')
    const controller = new AbortController()
    abort.current = controller
    setRefusal(null)
    setSent(0)
    try {
      await send({
        verb: 'POST',
        path: filePath(place.service, joinPath(place.folder, file.name)),
        params: { extract: true, clean: clean || null },
        headers: { 'Content-Type': 'application/zip' },
        body: file,
        signal: controller.signal,
        onSent: setSent,
      })
      notify({ type: 'success', title: filesMessages.module, text: `${file.name} unpacked.` })
      onDone()
    } catch (error) {
      if (!controller.signal.aborted) setRefusal(messageOf(error))
      setSent(null)
    }
  }
  const running = sent !== null
  return (
    <Dialog
      open
      title="Upload a zip and unpack it"
      onClose={() => (running ? abort.current?.abort() : onClose())}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={() => (running ? abort.current?.abort() : onClose())}>{running ? 'Stop' : 'Cancel'}</Button>
          <Button variant={clean ? 'danger' : 'primary'} loading={running} onClick={() => void go()}>
            {clean ? 'Empty the folder and unpack' : 'Unpack here'}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <label className={dialogs.drop} htmlFor={id}>
          <strong>{file ? file.name : 'Choose a zip archive'}</strong>
          {file ? byteWords(file.size) : 'Files of the same name are replaced.'}
          <input
            id={id}
            type="file"
            accept=".zip,application/zip"
            className={dialogs.file}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
        <Checkbox
          label="Empty the folder first"
          help="Everything that is in this folder now is deleted."
          value={clean}
          onChange={setClean}
        />
        {running ? (
          <div className={dialogs.progress}>
            <progress className={dialogs.bar} aria-label="Progress" {...(sent < 1 ? { value: sent } : {})} max={1} />
            <p role="status">{sent < 1 ? 'Sending…' : 'The instance is unpacking it…'}</p>
          </div>
        ) : null}
      </Stack>
    </Dialog>
  )
}
