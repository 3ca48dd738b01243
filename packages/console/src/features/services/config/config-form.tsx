import { useState } from 'react'
import { Stack } from '../../../ui/layout.tsx'
import { configKey } from '../draft-members.ts'
import { ScriptSettings } from '../script/script-settings.tsx'
import { SpreadsheetSettings } from '../script/spreadsheet-settings.tsx'
import styles from './config.module.css'
import { ConfigControl } from './config-control.tsx'
import type { ConfigField } from './config-field.ts'
import { configParts } from './config-parts.ts'
import type { SettingsProps } from './settings-props.ts'

/** The settings of a service, in parts where there are many. */
export function ConfigForm(props: SettingsProps) {
  const { type, fields, errors } = props
  const parts = configParts(type, fields)
  const [opened, setOpened] = useState(false)
  const wrong = parts.advanced.some(({ name }) => errors[configKey(name)])
  if (fields.length === 0) return <p className={styles.none}>Services of this kind have no settings.</p>
  return (
    <Stack gap={4} className={styles.form}>
      {parts.script ? <ScriptSettings {...props} /> : null}
      {parts.spreadsheet ? <SpreadsheetSettings {...props} /> : null}
      {parts.caching.length > 0 ? <h3 className={styles.heading}>Basic Config</h3> : null}
      {parts.caching.length > 0 ? (
        <div className={styles.connection}>
          <Controls {...props} fields={parts.basic} />
        </div>
      ) : (
        <Controls {...props} fields={parts.basic} />
      )}
      {parts.caching.length > 0 ? (
        <>
          <h3 className={styles.heading}>Caching</h3>
          <Controls {...props} fields={parts.caching} />
        </>
      ) : null}
      {parts.advanced.length > 0 ? (
        // What is wrong must be seen, wherever it stands, and stays in sight once it is put right.
        <details
          className={styles.advanced}
          open={opened || wrong}
          onToggle={(event) => setOpened(event.currentTarget.open)}
        >
          <summary>Optional Advanced Settings</summary>
          <Stack gap={4} className={styles.form}>
            <Controls {...props} fields={parts.advanced} />
          </Stack>
        </details>
      ) : null}
    </Stack>
  )
}

function Controls({ fields, values, errors, set }: SettingsProps) {
  return fields.map((field) => {
    const member = configKey(field.name)
    return (
      <div key={field.name} data-setting={field.name}>
        <ConfigControl
          field={field}
          value={values[member]}
          error={errors[member]}
          onChange={(value) => {
            set(member, value)
            const dsn = dsnOf(field, value)
            if (dsn !== null && fields.some(({ name }) => name === 'dsn')) set(configKey('dsn'), dsn)
          }}
        />
      </div>
    )
  })
}

/** The choice of a driver brings the address of its databases along. */
function dsnOf(field: ConfigField, value: unknown): string | null {
  if (field.kind !== 'choice' || field.name !== 'driver') return null
  return field.options.find((option) => option.value === value)?.dsn ?? null
}
