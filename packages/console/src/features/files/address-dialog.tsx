import { useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FolderPlace } from '../../widgets/folder-tree/folder-place.ts'
import { fetchInto } from './file-calls.ts'
import { filesMessages } from './messages.ts'

interface AddressDialogProps {
  place: FolderPlace
  onClose: () => void
  onDone: () => void
}

/** Has the instance fetch a file from the web. */
export function AddressDialog({ place, onClose, onDone }: AddressDialogProps) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [extract, setExtract] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [running, setRunning] = useState(false)

  const go = async () => {
    const address = url.trim()
    setRefusal(null)
    if (!/^https?:\/\/\S+$/i.test(address)) return setProblem('Type an address that begins with http:// or https://.')
    setRunning(true)
    try {
      await fetchInto(place, { url: address, name: name.trim(), extract })
      notify({
        type: 'success',
        title: filesMessages.module,
        text: extract ? 'Fetched and unpacked.' : 'File fetched.',
      })
      onDone()
    } catch (error) {
      setRefusal(messageOf(error))
      setRunning(false)
    }
  }
  return (
    <Dialog
      open
      title="Fetch from an address"
      description="The instance itself fetches the file, not this browser."
      onClose={onClose}
      closeOnOutsidePress={false}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={running} onClick={() => void go()}>
            Fetch
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <TextField
          label="Address"
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
          label="Name"
          help="How the file is called here. Without one, as at the end of the address."
          spellCheck={false}
          value={name}
          onChange={setName}
        />
        <Checkbox
          label="Unpack it here"
          help="For zip archives. What is in it replaces files of the same name."
          value={extract}
          onChange={setExtract}
        />
      </Stack>
    </Dialog>
  )
}
