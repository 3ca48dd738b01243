import { IconDatabasePlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { TextField } from '../../ui/text-field.tsx'
import { t } from './messages.ts'
import { StepCard } from './step-card.tsx'

const loadAddresses = () => import('../../widgets/database-address/database-address.ts')

/** Takes the address of a database to the form of a service on it. */
export function ConnectCard({ done }: { done: boolean }) {
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (writeBlock !== null) return
    const addresses = await loadAddresses().catch(() => null)
    if (addresses === null) return setError(t.theInstanceDoesNotAnswer)
    const address = addresses.readDatabaseAddress(text)
    if (address === null) return setError(t.enterAnAddressSuchAs)
    addresses.handOver(address)
    await navigate({ to: '/services/new', search: { type: address.type } })
  }
  return (
    <StepCard
      icon={<IconDatabasePlus aria-hidden="true" />}
      title={t.connectYourOwnDatabase}
      text={t.itsTablesGetARest}
      done={done ? t.connected : null}
    >
      <form noValidate onFocus={() => void loadAddresses().catch(() => null)} onSubmit={(event) => void submit(event)}>
        <Stack gap={3}>
          <ReadOnly value={writeBlock}>
            <TextField
              label={t.addressOfTheDatabase}
              mono
              autoComplete="off"
              spellCheck={false}
              placeholder="postgres://user:password@host/name"
              value={text}
              error={error}
              onChange={(typed) => {
                setText(typed)
                setError(null)
              }}
            />
          </ReadOnly>
          <Row gap={4} wrap>
            <Button type="submit" disabledReason={writeBlock}>
              {t.connect}
            </Button>
            <Link to="/services/new">{t.chooseAnotherKindOfService}</Link>
          </Row>
        </Stack>
      </form>
    </StepCard>
  )
}
