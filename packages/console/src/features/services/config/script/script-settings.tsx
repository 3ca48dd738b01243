import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { groupServicesQuery } from '../../../../instance/group-services.ts'
import { messageOf } from '../../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../../instance/instance-profile.ts'
import { send } from '../../../../instance/send.ts'
import { fileGroups } from '../../../../instance/type-groups.ts'
import { notify } from '../../../../notifications/notify.ts'
import { notifyError } from '../../../../notifications/notify-refusal.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { Text } from '../../../../ui/text.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { CodeEditor } from '../../../../widgets/code/code-editor/code-editor.tsx'
import { languageOf } from '../../../../widgets/code/code-editor/code-language.ts'
import { CodeHostButton } from '../../../../widgets/code/code-host/code-host-button.tsx'
import { endingsFor, FileButton } from '../../../../widgets/code/script-source/file-button.tsx'
import { ScriptLinkFields } from '../../../../widgets/code/script-source/script-link-fields.tsx'
import { ServiceSelect } from '../../../../widgets/pickers/service-select/service-select.tsx'
import { tabWords } from '../../../../words/tabs/messages.ts'
import { configKey } from '../../draft-members.ts'
import styles from '../config.module.css'
import { settingText } from '../config-value.ts'
import type { SettingsProps } from '../settings-props.ts'
import { t } from './messages.ts'

/** The text of a script: stored with the service, or in a repository or folder of another service. */
export function ScriptSettings({ type, values, errors, service, set }: SettingsProps) {
  /** The text last pulled from the source; it is shown but never saved. */
  const [pulled, setPulled] = useState('')
  /** The text before a service was linked, restored if the user unlinks it again. */
  const [before, setBefore] = useState('')
  const value = (name: string) => settingText(values[configKey(name)])
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

/** The location of a service's spreadsheets or data files, with an upload. */
export function SpreadsheetSettings({ type, values, errors, set }: SettingsProps) {
  const words =
    type.name === 'excel'
      ? { section: t.spreadsheet, file: t.spreadsheetFile, upload: t.uploadSpreadsheet, uploaded: t.uploaded }
      : { section: t.dataFiles, file: t.dataFile, upload: t.uploadFile, uploaded: t.fileUploaded }
  const { data: services = [] } = useQuery(groupServicesQuery('file'))
  const writeBlock = useWriteBlock()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = settingText(values[configKey('storage_service_id')])
  const service = services.find((one) => String(one.id) === id)
  const container = settingText(values[configKey('storage_container')])
  const missing = !service ? t.storageMissing : file === null ? t.fileMissing : null

  const upload = async () => {
    if (!service || file === null) return
    setSending(true)
    setFailure(null)
    try {
      const body = new FormData()
      body.append('files', file)
      body.append('import_url', file)
      await send({ verb: 'POST', path: `${encodeURIComponent(service.name)}${folderPath(container)}`, body })
      notify({ type: 'success', title: t.module, text: words.uploaded })
      setFile(null)
    } catch (error) {
      notifyError(error)
      setFailure(messageOf(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <Stack as="section" gap={4} className={styles.form} aria-label={words.section}>
      <ServiceSelect
        label={t.storageService}
        required
        error={errors[configKey('storage_service_id')]}
        groups={fileGroups}
        clearable
        placeholder={t.none}
        value={id === '' ? null : Number(id)}
        onChange={(chosen) => set(configKey('storage_service_id'), chosen === null ? '' : String(chosen.id))}
      />
      <TextField
        label={t.storageContainerPath}
        mono
        spellCheck={false}
        placeholder="/"
        value={container}
        error={errors[configKey('storage_container')]}
        onChange={(value) => set(configKey('storage_container'), value)}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.file}
        onChange={(event) => {
          setFile(event.target.files?.[0] ?? null)
          event.target.value = ''
        }}
      />
      {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
      <Row gap={2} wrap ofControls>
        <Button size="small" onClick={() => input.current?.click()}>
          {t.browse}
        </Button>
        <Text as="span" tone="muted" size="sm" breakAnywhere>
          {file?.name ?? t.noFileChosen}
        </Text>
        <Button size="small" loading={sending} disabledReason={missing ?? writeBlock} onClick={() => void upload()}>
          {words.upload}
        </Button>
      </Row>
    </Stack>
  )
}

/** Normalizes `a/b` to `/a/b/`, and empty text to `/`. */
function folderPath(container: string): string {
  const parts = container.split('/').filter((part) => part !== '')
  return parts.length === 0 ? '/' : `/${parts.map(encodeURIComponent).join('/')}/`
}
