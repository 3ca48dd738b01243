import { type Verb, verbs } from '@millwright/contract/verbs'
import type { DraftRole } from '@millwright/contract/wire/access-explanation'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Pair, Row, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from '../access-notes.module.css'
import { ExplainAnswer } from './explain-answer.tsx'

/** A call that somebody with the role might make. */
export interface DraftCall {
  readonly verb: Verb
  readonly path: string
  readonly requestor: 'API' | 'SCRIPT'
}

interface DraftExplainProps {
  role: DraftRole
  call: DraftCall
  onCall: (call: DraftCall) => void
  onClose: () => void
}

/** Milliseconds without a change after which the instance is asked. */
const pause = 300

/** What the role in the form would decide about a call, saved or not; answered anew as it changes. */
export function DraftExplain({ role, call, onCall, onClose }: DraftExplainProps) {
  const path = call.path.trim()
  const asked = useSettled(JSON.stringify({ ...call, path, role }), pause)
  const panel = useRef<HTMLElement>(null)
  // In a narrow window it stands below what it is asked from.
  useEffect(() => void panel.current?.scrollIntoView?.({ block: 'nearest' }), [])
  const set = (change: Partial<DraftCall>) => onCall({ ...call, ...change })
  return (
    <Stack as="aside" ref={panel} gap={3} className={styles.aside} aria-label="Explain this role">
      <Row justify="between">
        <Text as="h3" size="md">
          Explain
        </Text>
        <IconButton reads size="small" label="Close explanation" icon={<IconX />} onClick={onClose} />
      </Row>
      <TextField
        label="Path"
        mono
        spellCheck={false}
        autoComplete="off"
        placeholder="db/_table/contact"
        value={call.path}
        onChange={(typed) => set({ path: typed })}
      />
      <Pair>
        <SelectField
          label="Verb"
          value={call.verb}
          options={verbs.map((verb) => ({ value: verb, label: verb }))}
          onChange={(verb) => set({ verb })}
        />
        <SelectField
          label="Requester"
          value={call.requestor}
          options={[
            { value: 'API', label: 'API' },
            { value: 'SCRIPT', label: 'SCRIPT' },
          ]}
          onChange={(requestor) => set({ requestor })}
        />
      </Pair>
      {path === '' ? null : <ExplainAnswer call={JSON.parse(asked)} />}
    </Stack>
  )
}
