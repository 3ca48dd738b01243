import { useEffect, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogWindow } from '../../ui/dialog-window.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { codeFile } from './code-address.ts'
import { codeHostMessages, isPrivate, readCodeFile } from './code-host.ts'

interface CodeHostDialogProps {
  endings: readonly string[]
  onText: (text: string, ending: string) => void
  onClose: () => void
}

/** Milliseconds without a key before a repository is looked up. */
const pause = 500

/** Asks for the address of a file, and for credentials where its repository is private. */
export function CodeHostDialog({ endings, onText, onClose }: CodeHostDialogProps) {
  const [address, setAddress] = useState('')
  const [closed, setClosed] = useState(false)
  const [user, setUser] = useState('')
  const [secret, setSecret] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [reading, setReading] = useState(false)

  const ending = /\.([^./?#]+)(?:[?#].*)?$/.exec(address.trim())?.[1]?.toLowerCase() ?? ''
  const known = endings.includes(ending)
  const file = known ? codeFile(address) : null
  const repository = file ? `${file.owner}/${file.repository}` : null

  useEffect(() => {
    const found = repository === null ? null : codeFile(address)
    if (found === null) return
    let wanted = true
    const timer = setTimeout(async () => {
      const answer = await isPrivate(found)
      if (wanted) setClosed(answer)
    }, pause)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [repository, address])

  const take = async () => {
    if (file === null || reading) return
    setReading(true)
    setFailure(null)
    try {
      onText(await readCodeFile(file, closed ? { user, secret } : null), ending)
    } catch (error) {
      setFailure(messageOf(error))
      setReading(false)
    }
  }

  const wrong = address.trim() === '' || known ? null : codeHostMessages.format(endings.join(', '))
  return (
    <DialogWindow
      title="Import from a code host"
      description="Takes the text of one file over. Nothing is saved by that."
      size="medium"
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={reading}
            disabledReason={file === null ? 'Enter the address of a file first.' : null}
            onClick={() => void take()}
          >
            Import
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
        <TextField
          label="Address of the file"
          help="As the code host shows it: owner, repository, branch and path."
          type="url"
          mono
          spellCheck={false}
          error={wrong}
          value={address}
          onChange={(text) => {
            setFailure(null)
            setAddress(text)
          }}
        />
        {closed && file !== null ? (
          <>
            <TextField label="Username" autoComplete="off" spellCheck={false} value={user} onChange={setUser} />
            <PasswordField
              label="Password or token"
              help="Goes to the code host with this one request, and is kept nowhere."
              autoComplete="off"
              value={secret}
              onChange={setSecret}
            />
          </>
        ) : null}
      </Stack>
    </DialogWindow>
  )
}
