import type { DraftRole } from '@millwright/contract/wire/access-explanation'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { useDebouncedValue } from '../../../ui/use-settled.ts'
import type { RuledTable } from '../../../widgets/access/access-rules/row-access.ts'
import styles from '../access-notes.module.css'
import { t } from '../opened/messages.ts'
import { type AskedCall, CallFields } from './call-fields.tsx'
import { ExplainAnswer } from './explain-answer.tsx'

interface DraftExplainProps {
  role: DraftRole
  call: AskedCall
  onCall: (call: AskedCall) => void
  onCloseHole: (place: RuledTable) => void
  onClose: () => void
}

/** Milliseconds after the last change until the instance is queried. */
const pause = 300

/** Explains how the role in the form would decide a request, saved or not; updated as it changes. */
export function DraftExplain({ role, call, onCall, onCloseHole, onClose }: DraftExplainProps) {
  const path = call.path.trim()
  const requestJson = useDebouncedValue(JSON.stringify({ ...call, path, role }), pause)
  const panel = useRef<HTMLElement>(null)
  // In a narrow window it is below the control that opened it.
  useEffect(() => void panel.current?.scrollIntoView?.({ block: 'nearest' }), [])
  return (
    <Stack as="aside" ref={panel} gap={3} className={styles.aside} aria-label={t.explainThisRole}>
      <Row justify="between">
        <Text as="h3" size="md">
          {t.explain}
        </Text>
        <IconButton reads size="small" label={t.closeExplanation} icon={<IconX />} onClick={onClose} />
      </Row>
      <CallFields call={call} onChange={(change) => onCall({ ...call, ...change })} />
      {path === '' ? null : <ExplainAnswer call={JSON.parse(requestJson)} onCloseHole={onCloseHole} />}
    </Stack>
  )
}
