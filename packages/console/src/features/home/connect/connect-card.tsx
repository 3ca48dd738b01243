import { IconDatabasePlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { ReadOnly } from '../../../ui/read-only.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from '../messages.ts'
import { HomeCard } from '../step-card.tsx'
import type { ConnectOutcome } from './connect-database.ts'

const loadWork = () => import('./connect-database.ts')
const loadResult = () => import('./connect-result.tsx')
const ConnectResult = lazy(() => loadResult().then((module) => ({ default: module.ConnectResult })))

/** Creates a service for the database at a URL, and shows the result on the card. */
export function ConnectCard({ done }: { done: boolean }) {
  const client = useQueryClient()
  const writeBlock = useWriteBlock()
  const [address, setAddress] = useState('')
  const [name, setName] = useState<string | null>(null)
  /** Whether the user typed a name; otherwise it is derived from the URL. */
  const [ownName, setOwnName] = useState(false)
  const [outcome, setOutcome] = useState<ConnectOutcome | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** A second click may come before the pending state is rendered. */
  const underWay = useRef(false)

  const connect = async (untested = false) => {
    if (writeBlock !== null || underWay.current) return
    underWay.current = true
    setBusy(true)
    setComplaint(null)
    const [work] = await Promise.all([loadWork(), loadResult()]).catch(() => [null] as const)
    if (work === null) setComplaint(t.instanceAway)
    else {
      const next = await work.connectDatabase(client, { address, name }, { untested })
      if (next.kind === 'no-address') setComplaint(next.complaint)
      else if (next.kind !== 'stored') setName(next.name)
      setOutcome(next)
    }
    underWay.current = false
    setBusy(false)
  }
  const again = () => {
    setAddress('')
    setName(null)
    setOwnName(false)
    setOutcome(null)
  }
  const result = outcome === null || outcome.kind === 'no-address' ? null : outcome
  const type = (change: () => void) => {
    change()
    setComplaint(null)
    setOutcome(null)
  }

  return (
    <HomeCard
      icon={<IconDatabasePlus aria-hidden="true" />}
      title={t.connectDatabase}
      text={t.connectDatabaseHelp}
      done={done ? t.connected : null}
    >
      {result?.kind === 'stored' ? null : (
        <form
          noValidate
          onFocus={() => void loadWork().catch(() => null)}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void connect()
          }}
        >
          <Stack gap={3}>
            <ReadOnly value={writeBlock}>
              <TextField
                label={t.databaseUrl}
                mono
                autoComplete="off"
                spellCheck={false}
                placeholder="postgres://user:password@host/name"
                value={address}
                error={complaint}
                onChange={(typed) =>
                  type(() => {
                    setAddress(typed)
                    if (!ownName) setName(null)
                  })
                }
              />
              {name === null ? null : (
                <TextField
                  label={t.nameInUrls}
                  required
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  value={name}
                  error={result?.kind === 'refused' ? result.refusal.fields.name : null}
                  onChange={(typed) =>
                    type(() => {
                      setName(typed)
                      setOwnName(true)
                    })
                  }
                />
              )}
            </ReadOnly>
            <Row gap={4} wrap>
              <Button type="submit" loading={busy} disabledReason={writeBlock}>
                {t.connect}
              </Button>
              <Link to="/services/new">{t.otherServiceType}</Link>
            </Row>
          </Stack>
        </form>
      )}
      {result === null ? null : (
        <Suspense fallback={null}>
          <ConnectResult result={result} onSaveAnyway={() => void connect(true)} onAgain={again} />
        </Suspense>
      )}
    </HomeCard>
  )
}
