import { IconList, IconPlayerRecord } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { t } from './messages.ts'

/** Switches between the request log and live requests; in the address as `?live=1`. */
export function LiveSwitch() {
  const navigate = useNavigate()
  const search: { live?: unknown } = useSearch({ strict: false })
  const live = String(search.live) === '1'
  return (
    <Button
      reads
      icon={live ? <IconList /> : <IconPlayerRecord />}
      onClick={() =>
        void navigate({ to: '.', search: (now: object) => ({ ...now, live: live ? undefined : 1 }), replace: true })
      }
    >
      {live ? t.backToLog : t.liveTail}
    </Button>
  )
}
