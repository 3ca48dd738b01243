import { useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FolderPlace } from '../../widgets/files/folder-tree/folder-place.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { fetchInto } from './file-calls.ts'
import { filesMessages } from './messages.ts'

interface AddressDialogProps {
  place: FolderPlace
  onClose: () => void
  /** Closes the dialog once the request has succeeded. Rejects as the request does. */
  endWith: (request: Promise<unknown>) => Promise<unknown>
}

/** Lets the instance fetch a file from a URL. */
export function AddressDialog({ place, onClose, endWith }: AddressDialogProps) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [extract, setExtract] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [running, setRunning] = useState(false)

  const go = async () => {
    const address = url.trim()
    setRefusal(null)
    if (!/^https?:\/\/\S+$/i.test(address)) return setProblem(filesMessages.httpUrlNeeded)
    setRunning(true)
    try {
      await endWith(fetchInto(place, { url: address, name: name.trim(), extract }))
      notify({
        type: 'success',
        title: filesMessages.module,
        text: extract ? filesMessages.fetchedAndUnpacked : filesMessages.fileFetched,
      })
    } catch (error) {
      setRefusal(messageOf(error))
      setRunning(false)
    }
  }
  return (
    <Dialog
      open
      title={filesMessages.fetchTitle}
      description={filesMessages.fetchHelp}
      onClose={onClose}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button variant="primary" loading={running} onClick={() => void go()}>
            {filesMessages.fetch}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <TextField
          label={filesMessages.address}
          type="url"
          required
          value={url}
          error={problem}
          onChange={(text) => {
            setUrl(text)
            setProblem(null)
          }}
        />
        <TextField
          label={tabWords.name}
          help={filesMessages.fetchNameHelp}
          spellCheck={false}
          value={name}
          onChange={setName}
        />
        <Checkbox
          label={filesMessages.unpackItHere}
          help={filesMessages.fetchUnpackHelp}
          value={extract}
          onChange={setExtract}
        />
      </Stack>
    </Dialog>
  )
}
