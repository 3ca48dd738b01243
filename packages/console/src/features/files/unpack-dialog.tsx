import { useRef, useState } from 'react'
import { filePath, joinPath } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { formatBytes } from '../../language/byte-words.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { commonWords } from '../../words/messages.ts'
import { filesMessages } from './messages.ts'

interface UnpackDialogProps {
  place: FolderPlace
  onClose: () => void
  /** Closes the dialog once the request has succeeded. Rejects as the request does. */
  endWith: (request: Promise<unknown>) => Promise<unknown>
}

/** Uploads an archive, of which the instance stores only the contents. */
export function UnpackDialog({ place, onClose, endWith }: UnpackDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [clean, setClean] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)

  const go = async () => {
    if (file === null) return setRefusal(filesMessages.zipMissing)
    const controller = new AbortController()
    abort.current = controller
    setRefusal(null)
    setSent(0)
    try {
      const sending = send({
        verb: 'POST',
        path: filePath(place.service, joinPath(place.folder, file.name)),
        params: { extract: true, clean: clean || null },
        headers: { 'Content-Type': 'application/zip' },
        body: file,
        signal: controller.signal,
        onSent: setSent,
      })
      await endWith(sending)
      notify({ type: 'success', title: filesMessages.module, text: filesMessages.unpacked({ name: file.name }) })
    } catch (error) {
      if (!controller.signal.aborted) setRefusal(messageOf(error))
      setSent(null)
    }
  }
  const running = sent !== null
  return (
    <Dialog
      open
      title={filesMessages.uploadAZip}
      onClose={() => (running ? abort.current?.abort() : onClose())}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={() => (running ? abort.current?.abort() : onClose())}>
            {running ? filesMessages.stop : commonWords.cancel}
          </Button>
          <Button variant={clean ? 'danger' : 'primary'} loading={running} onClick={() => void go()}>
            {clean ? filesMessages.emptyAndUnpack : filesMessages.unpackHere}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <FileDrop
          title={file ? file.name : filesMessages.chooseZip}
          hint={file ? formatBytes(file.size) : filesMessages.sameNameHelp}
          accept=".zip,application/zip"
          onFile={setFile}
        />
        <Checkbox
          label={filesMessages.emptyFolderFirst}
          help={filesMessages.emptyFolderWarning}
          value={clean}
          onChange={setClean}
        />
        {running ? (
          <Progress words={sent < 1 ? filesMessages.sending : filesMessages.unpacking} share={sent < 1 ? sent : null} />
        ) : null}
      </Stack>
    </Dialog>
  )
}
