import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateCollection } from '../../instance/collections.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { ExplorerPlace } from '../../widgets/explorer/explorer-place.ts'
import { useActivationOffer } from '../../widgets/form/activation/use-activation-offer.ts'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { type PickedRecord, roleSource } from '../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './access.module.css'
import { grantAccess, grantOf, type Level, levels, roles } from './access-rows.ts'
import { accessMessages } from './messages.ts'

interface GiveAccessProps {
  place: ExplorerPlace
  serviceId: number
}

/** Grants an existing role access to a place: the table with its records, the folder with its contents, or the whole service. */
export function GrantAccess({ place, serviceId }: GiveAccessProps) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [role, setRole] = useState<PickedRecord | null>(null)
  const [level, setLevel] = useState<Level>('read')
  const [saving, setSaving] = useState(false)
  const { module, given, conditions, inactive } = accessMessages
  const offerActivation = useActivationOffer({ collection: roles, module, consequence: inactive })

  const give = async () => {
    if (role === null) return
    setSaving(true)
    try {
      const stored = await grantAccess(role.id, grantOf(place, serviceId, levels[level].verbs))
      if (stored === null) return notify({ type: 'error', title: module, text: conditions, tag: 'access' })
      notify({ type: 'success', title: module, text: given({ role: role.label, name: place.name || place.service }) })
      offerActivation({ id: role.id, name: role.label, active: stored.active })
      setRole(null)
      await invalidateCollection(queryClient, roles)
    } catch (error) {
      notifyError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Row as="section" gap={2} align="end" wrap className={styles.give} aria-label={accessMessages.giveAccess}>
      <RecordPicker
        label={tabWords.role}
        source={roleSource}
        placeholder={accessMessages.chooseARole}
        value={role}
        onChange={setRole}
      />
      <SelectField
        label={accessMessages.module}
        value={level}
        options={(['read', 'write', 'full'] as const).map((value) => ({ value, label: levels[value].label }))}
        onChange={setLevel}
      />
      <Button
        variant="primary"
        loading={saving}
        disabledReason={writeBlock ?? (role === null && accessMessages.roleMissing)}
        onClick={() => void give()}
      >
        {accessMessages.giveAccess}
      </Button>
    </Row>
  )
}
