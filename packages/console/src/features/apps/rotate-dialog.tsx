import { longestOverlap } from '@millwright/contract/records/app'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateCollection, type Loaded } from '../../instance/collections.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { appName } from './app-columns.tsx'
import type { AppRecord } from './app-draft.ts'
import { CopyLine } from './copy-line.tsx'
import { t } from './messages.ts'

interface RotateDialogProps {
  readonly loaded: Loaded<AppRecord>
  readonly params: Params
  /** Called with the app after the rotation. */
  readonly onRotated: (loaded: Loaded<AppRecord>) => void
  readonly onClose: () => void
}

const overlaps = [0, 1, 4, 8, longestOverlap]

/** Replaces the key of an app, asks for how long both work, and shows the new one, which is never shown again. */
export function RotateDialog({ loaded, params, onRotated, onClose }: RotateDialogProps) {
  const queryClient = useQueryClient()
  const [overlap, setOverlap] = useState(String(longestOverlap))
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [key, setKey] = useState<string | null>(null)
  const name = appName(loaded.record)

  const rotate = async () => {
    if (running) return
    setRunning(true)
    setProblem(null)
    try {
      const { data, etag } = await send<AppRecord>({
        verb: 'PATCH',
        path: `system/app/${encodeURIComponent(String(loaded.record.id))}`,
        params: { ...params, rotate: true, overlap },
        body: {},
        ...(loaded.etag !== null && { headers: { 'If-Match': loaded.etag } }),
      })
      const { api_key = '', ...record } = data
      setKey(api_key)
      onRotated({ record: { ...record, api_key: '' }, etag })
      void invalidateCollection(queryClient, 'system/app')
    } catch (error) {
      setProblem(messageOf(error))
    }
    setRunning(false)
  }

  if (key !== null)
    return (
      <Dialog
        open
        title={t.newKeyTitle({ name })}
        size="medium"
        closeOnOutsidePress={false}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t.keyCopied}
          </Button>
        }
      >
        <Stack gap={3}>
          <Banner tone="warning">{t.newKeyWarning}</Banner>
          <CopyLine label={t.newKey} what={t.theApiKey} text={key} />
          {overlap === '0' ? null : <Text tone="muted">{t.newKeyOverlap({ hours: Number(overlap) })}</Text>}
        </Stack>
      </Dialog>
    )
  return (
    <FormDialog
      title={t.rotateTitle({ name })}
      description={t.rotateHelp}
      action={t.rotateKey}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void rotate()}
      onClose={onClose}
    >
      <SelectField
        label={t.overlap}
        help={t.overlapHelp}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((hours) => ({
          value: String(hours),
          label: hours === 0 ? t.noOverlap : t.hours({ count: hours }),
        }))}
      />
    </FormDialog>
  )
}
