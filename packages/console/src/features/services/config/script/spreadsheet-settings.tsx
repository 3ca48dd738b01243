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
import { ServiceSelect } from '../../../../widgets/pickers/service-select/service-select.tsx'
import { configKey } from '../../draft-members.ts'
import styles from '../config.module.css'
import { textOf } from '../config-value.ts'
import type { SettingsProps } from '../settings-props.ts'
import { t } from './messages.ts'

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
  const id = textOf(values[configKey('storage_service_id')])
  const service = services.find((one) => String(one.id) === id)
  const container = textOf(values[configKey('storage_container')])
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
