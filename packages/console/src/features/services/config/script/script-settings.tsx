import { useState } from 'react'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { CodeEditor } from '../../../../widgets/code/code-editor/code-editor.tsx'
import { languageOf } from '../../../../widgets/code/code-editor/code-language.ts'
import { CodeHostButton } from '../../../../widgets/code/code-host/code-host-button.tsx'
import { FileButton } from '../../../../widgets/code/script-source/file-button.tsx'
import { endingsFor } from '../../../../widgets/code/script-source/script-files.ts'
import { ScriptLinkFields } from '../../../../widgets/code/script-source/script-link-fields.tsx'
import { tabWords } from '../../../../words/tabs/messages.ts'
import { configKey } from '../../draft-members.ts'
import styles from '../config.module.css'
import { textOf } from '../config-value.ts'
import type { SettingsProps } from '../settings-props.ts'
import { t } from './messages.ts'

/** The text of a script: stored with the service, or in a repository or folder of another service. */
export function ScriptSettings({ type, values, errors, service, set }: SettingsProps) {
  /** The text last pulled from the source; it is shown but never saved. */
  const [pulled, setPulled] = useState('')
  /** The text before a service was linked, restored if the user unlinks it again. */
  const [before, setBefore] = useState('')
  const value = (name: string) => textOf(values[configKey(name)])
  const error = (name: string) => errors[configKey(name)]
  const linked = value('storage_service_id') !== ''
  const storedElsewhere = linked ? t.storedHelp : null

  const relink = (toService: boolean) => {
    setPulled('')
    if (toService && !linked) setBefore(value('content'))
    if (toService) set(configKey('content'), '')
    else if (linked) set(configKey('content'), before)
  }
  return (
    <Stack as="section" gap={4} className={styles.form} aria-label={tabWords.script}>
      <ScriptLinkFields
        module={t.module}
        values={{
          storage_service_id: value('storage_service_id'),
          scm_repository: value('scm_repository'),
          scm_reference: value('scm_reference'),
          storage_path: value('storage_path'),
        }}
        errors={{
          storage_service_id: error('storage_service_id'),
          scm_repository: error('scm_repository'),
          scm_reference: error('scm_reference'),
          storage_path: error('storage_path'),
        }}
        cacheName={service}
        onChange={(change, relinked) => {
          if (relinked) relink(change.storage_service_id !== '')
          for (const [name, next] of Object.entries(change)) set(configKey(name), next)
        }}
        onPulled={setPulled}
      />
      <Row gap={2} align="stretch">
        <FileButton
          module={t.module}
          label={t.scriptFile}
          endings={endingsFor(type.name)}
          disabledReason={storedElsewhere}
          onText={(text) => set(configKey('content'), text)}
        />
        <CodeHostButton
          endings={endingsFor(type.name)}
          disabledReason={storedElsewhere}
          onText={(text) => set(configKey('content'), text)}
        />
      </Row>
      <CodeEditor
        label={linked ? t.contentReadOnly : t.content}
        language={languageOf(type.name)}
        readOnly={linked}
        help={linked ? t.linkedSourceHelp : null}
        error={error('content')}
        value={linked ? pulled : value('content')}
        onChange={(text) => {
          if (!linked) set(configKey('content'), text)
        }}
      />
    </Stack>
  )
}
