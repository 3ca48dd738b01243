import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type InstanceColourName, instanceColour, instanceColours } from '../../instance/instance-colour.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { saveInstanceProfile, useInstanceProfile } from '../../instance/instance-profile.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Legend } from '../../ui/legend.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './instance-settings.module.css'
import { t } from './messages.ts'

/** The name and colour of the instance, and whether this console is read-only. */
export function InstanceSettings({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const profile = useInstanceProfile()
  const [name, setName] = useState(profile.name)
  const [colour, setColour] = useState(profile.colour)
  const [readOnly, setReadOnly] = useState(profile.readOnly)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async () => {
    setSaving(true)
    setProblem(null)
    try {
      await saveInstanceProfile(queryClient, { name: name.trim(), colour, readOnly })
      notify({ type: 'success', title: t.instance, text: t.instanceSettingsSaved })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setSaving(false)
    }
  }

  return (
    <Dialog
      open
      title={t.instanceSettings}
      description={t.instanceSettingsHelp}
      closeOnOutsidePress={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonWords.cancel}</Button>
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            {tabWords.save}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <TextField label={tabWords.name} help={t.nameHelp} maxLength={60} value={name} onChange={setName} />
        <ColourChoice value={colour} onChange={setColour} />
        <Checkbox label={t.lockLabel} help={t.lockHelp} value={readOnly} onChange={setReadOnly} />
      </Stack>
    </Dialog>
  )
}

const names = Object.keys(instanceColours) as InstanceColourName[]

function ColourChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const own = value !== '' && !names.some((name) => name === value) ? [value] : []
  return (
    <fieldset>
      <Legend>{t.colour}</Legend>
      <Row gap={2} align="stretch" wrap>
        {['', ...names, ...own].map((name) => (
          <label key={name} className={styles.swatch} style={{ backgroundColor: instanceColour(name)?.background }}>
            <input
              type="radio"
              name="colour"
              className={styles.radio}
              aria-label={name ? t.colourName({ name }) : t.noColour}
              checked={value === name}
              onChange={() => onChange(name)}
            />
          </label>
        ))}
      </Row>
      <p className={styles.help}>{value ? t.lineInColour({ colour: t.colourName({ name: value }) }) : t.colourHelp}</p>
    </fieldset>
  )
}
