import { useEffect, useState } from 'react'
import { callExternal } from '../../../instance/external-endpoint.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogWindow } from '../../../ui/dialog-window.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'

interface CodeHostDialogProps {
  endings: readonly string[]
  onText: (text: string, ending: string) => void
  onClose: () => void
}

/** Milliseconds without a key press before a repository is looked up. */
const pause = 500

/** Asks for the URL of a file, and for credentials if its repository is private. */
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
      title={t.importTitle}
      description={t.importHelp}
      size="medium"
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button
            variant="primary"
            loading={reading}
            disabledReason={file === null ? t.addressMissing : null}
            onClick={() => void take()}
          >
            {tabWords.import}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
        <TextField
          label={t.fileAddress}
          help={t.fileAddressHelp}
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
            <TextField
              label={commonWords.username}
              autoComplete="off"
              spellCheck={false}
              value={user}
              onChange={setUser}
            />
            <PasswordField
              label={t.passwordOrToken}
              help={t.tokenHelp}
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

/** Sent with the single request that loads the file, and never stored. */
interface Credentials {
  readonly user: string
  readonly secret: string
}

const codeHostMessages = {
  refused: t.errorAuthenticationFailed,
  missing: t.fileNotFound,
  unknown: t.hostAway,
  format: (formats: string) => t.formatInvalid({ formats }),
}

/** Whether a repository requires credentials; one that cannot be looked up counts as private. */
async function isPrivate({ owner, repository }: CodeFile): Promise<boolean> {
  const answer = await callExternal('codeHostUrl', { path: inSegments('repos', owner, repository) })
  const said: unknown = answer?.status === 200 ? answer.body : null
  return !(typeof said === 'object' && said !== null && 'private' in said && said.private === false)
}

/** Loads the text of a file; throws an `Error` with a message for users if that fails. */
async function readCodeFile(file: CodeFile, credentials: Credentials | null): Promise<string> {
  const { owner, repository, reference, path } = file
  const place = inSegments('repos', owner, repository, 'contents', ...path.split('/'))
  const answer = await callExternal('codeHostUrl', {
    path: `${place}?ref=${encodeURIComponent(reference)}`,
    headers:
      credentials === null ? {} : { Authorization: `Basic ${base64(`${credentials.user}:${credentials.secret}`)}` },
  })
  if (answer?.status === 401) throw new Error(codeHostMessages.refused)
  if (answer?.status === 404) throw new Error(codeHostMessages.missing)
  const text = answer?.status === 200 ? contentOf(answer.body) : null
  if (text === null) throw new Error(codeHostMessages.unknown)
  return text
}

function inSegments(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`
}

function contentOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('content' in body) || typeof body.content !== 'string') return null
  try {
    const bytes = Uint8Array.from(atob(body.content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** The location of a file on a code host. */
interface CodeFile {
  readonly owner: string
  readonly repository: string
  /** Branch, tag or commit. */
  readonly reference: string
  readonly path: string
}

/**
 * Parses the URL of a file's page, `/owner/repository/blob/branch/path`, or of its raw text, on a host whose name begins with `raw.`,
 * `/owner/repository/branch/path`. Returns `null` for anything else.
 */
export function codeFile(address: string): CodeFile | null {
  const url = URL.parse(address.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const [owner, repository, ...rest] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  const within = url.hostname.startsWith('raw.') ? rest : rest[0] === 'blob' ? rest.slice(1) : []
  const [reference, ...path] = within
  if (!owner || !repository || !reference || path.length === 0) return null
  return { owner, repository, reference, path: path.join('/') }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
