import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../../instance/group-services.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { CodeEditor } from '../../../widgets/code-editor/code-editor.tsx'
import { languageOf } from '../../../widgets/code-editor/code-language.ts'
import { CodeHostButton } from '../../../widgets/code-host/code-host-button.tsx'
import styles from '../config/config.module.css'
import { textOf } from '../config/config-value.ts'
import type { SettingsProps } from '../config/settings-props.ts'
import { configKey } from '../draft-members.ts'
import { FileButton } from './file-button.tsx'
import { endingsFor } from './script-files.ts'
import { linkedTo, scriptLink } from './script-link.ts'
import { ScriptSource } from './script-source.tsx'

const own = 'own'

/** The text of a script: kept with the service, or in a repository or folder that another service opens. */
export function ScriptSettings({ type, values, errors, service, set }: SettingsProps) {
  const { data: services = [], isPending } = useQuery(groupServicesQuery('source control,file'))
  /** What was read from the source last; it is shown and never saved. */
  const [pulled, setPulled] = useState('')
  /** The text from before a service was linked, for those who think better of it. */
  const [before, setBefore] = useState('')
  const link = scriptLink(values, services)
  const id = textOf(values[configKey('storage_service_id')])
  const linked = id !== ''
  return (
    <section className={styles.form} aria-label="Script">
      <SelectField
        label="Link to a service"
        help="Keeps the script in a repository or a folder instead of here."
        error={errors[configKey('storage_service_id')]}
        value={linked ? id : own}
        onChange={(chosen) => {
          setPulled('')
          if (!linked) setBefore(textOf(values[configKey('content')]))
          for (const [member, value] of linkedTo(chosen === own ? null : Number(chosen))) set(member, value)
          if (linked && chosen === own) set(configKey('content'), before)
        }}
        options={[
          { value: own, label: '-- None --' },
          ...(linked && link === null
            ? [{ value: id, label: isPending ? 'Reading the services…' : `Service ${id}` }]
            : []),
          ...services.map((one) => ({ value: String(one.id), label: one.label || one.name })),
        ]}
      />
      {link ? (
        <ScriptSource link={link} service={service} values={values} errors={errors} set={set} onPulled={setPulled} />
      ) : null}
      <div className={styles.editorHead}>
        <FileButton
          label="Script file"
          endings={endingsFor(type.name)}
          disabledReason={linked ? 'The script is kept in the service above.' : null}
          onText={(text) => set(configKey('content'), text)}
        />
        <CodeHostButton
          endings={endingsFor(type.name)}
          disabledReason={linked ? 'The script is kept in the service above.' : null}
          onText={(text) => set(configKey('content'), text)}
        />
      </div>
      <CodeEditor
        label={linked ? 'Content (read only)' : 'Content'}
        language={languageOf(type.name)}
        readOnly={linked}
        help={linked ? 'Shows what is in the source; only the link to it is saved.' : null}
        error={errors[configKey('content')]}
        value={linked ? pulled : textOf(values[configKey('content')])}
        onChange={(text) => {
          if (!linked) set(configKey('content'), text)
        }}
      />
    </section>
  )
}
