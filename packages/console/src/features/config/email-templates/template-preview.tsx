import type { EmailPreview } from '@millwright/contract/records/mail'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDebouncedValue } from '../../../ui/use-settled.ts'
import config from '../config.module.css'
import { t } from '../messages.ts'
import { MailView } from '../outbox/mail-view.tsx'
import { type TemplateDraft, templateToCreate } from './template-draft.ts'

const purposes = () =>
  [
    { value: 'invite', label: t.anInvitation },
    { value: 'open_reg', label: t.aRegistration },
    { value: 'password', label: t.aForgottenPassword },
  ] as const
type Purpose = ReturnType<typeof purposes>[number]['value']

/** Milliseconds after the last keystroke until the preview is updated. */
const pause = 400

/** Renders the template in the form on the instance; nothing is stored. */
const previewQuery = (draft: TemplateDraft, purpose: Purpose) =>
  queryOptions({
    queryKey: ['email-preview', purpose, draft] as const,
    queryFn: async ({ signal }): Promise<EmailPreview> => {
      const body = { ...templateToCreate(draft), purpose }
      const { data } = await send({
        verb: 'POST',
        path: 'system/email_preview',
        body,
        evenLocked: true,
        signal,
      })
      return data
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** The rendered template, with sample values. */
export function TemplatePreview({ draft }: { draft: TemplateDraft }) {
  const [purpose, setPurpose] = useState<Purpose>('invite')
  const settled = useDebouncedValue(draft, pause)
  const { data, error } = useQuery(previewQuery(settled, purpose))
  return (
    <div className={config.fields}>
      <SelectField
        label={t.previewAsLabel}
        options={purposes()}
        value={purpose}
        help={t.previewHelp}
        onChange={setPurpose}
      />
      {error ? (
        <Banner tone="danger" title={t.noPreviewAvailable}>
          {messageOf(error)}
        </Banner>
      ) : data ? (
        <MailView withSubject subject={data.subject} html={data.body_html} text={data.body_text} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}
