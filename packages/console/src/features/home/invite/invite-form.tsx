import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { invalidateCollection } from '../../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { formProblem, noProblem } from '../../../widgets/form/editor-frame/form-problem.ts'
import { RecordPicker } from '../../../widgets/records/record-picker/record-picker.tsx'
import { appSource, roleSource } from '../../../widgets/records/record-picker/record-source.ts'
import { commonWords } from '../../../words/messages.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { checkInvitation, type Invitation, likelyApp, ownAppsQuery, sendInvitation } from './invite.ts'

interface InviteFormProps {
  kinds: readonly Invitation['as'][]
  onClose: () => void
}

const options = [
  {
    value: 'user',
    label: tabWords.user,
    help: t.inviteUserHelp,
  },
  {
    value: 'admin',
    label: t.administrator,
    help: t.inviteAdminHelp,
  },
] as const

/** The form of an invitation, which stays open for the next one. */
export function InviteForm({ kinds, onClose }: InviteFormProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Invitation>({ email: '', as: kinds[0] ?? 'user', role: null, app: null })
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const { data: apps = [] } = useQuery(ownAppsQuery)
  const invitation = useMutation({
    mutationFn: async (sent: Invitation) => ({ ...sent, id: await sendInvitation(sent) }),
    onSuccess: async ({ as }) => {
      setDraft({ ...draft, email: '' })
      await invalidateCollection(queryClient, `system/${as}`)
    },
  })
  const { error } = invitation
  const refusal = error instanceof InstanceError ? formProblem(error, ['email']) : noProblem

  const app = draft.role && (draft.app ?? likelyApp(apps, draft.role))
  const change = (part: Partial<Invitation>) => {
    setDraft({ ...draft, ...part })
    setMissing({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = { ...draft, app }
    const found = checkInvitation(sent)
    setMissing(found)
    if (Object.keys(found).length === 0 && !invitation.isPending) invitation.mutate(sent)
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={3}>
        <TextField
          label={commonWords.email}
          required
          type="email"
          autoComplete="off"
          autoFocus
          value={draft.email}
          error={missing.email ?? refusal.fields.email}
          onChange={(email) => change({ email })}
        />
        {kinds.length > 1 ? (
          <Choice label={t.inviteAsLabel} options={options} value={draft.as} onChange={(as) => change({ as })} />
        ) : null}
        {draft.as === 'user' ? (
          <RecordPicker
            label={tabWords.role}
            source={roleSource}
            placeholder={t.noRole}
            clearable
            value={draft.role}
            help={draft.role?.inactive ? t.inactiveRoleWarning : undefined}
            onChange={(role) => change({ role })}
          />
        ) : null}
        {draft.as === 'user' && draft.role ? (
          <RecordPicker
            label={t.inTheApp}
            required
            source={appSource}
            placeholder={t.chooseAnApp}
            value={app}
            error={missing.app}
            onChange={(app) => change({ app })}
          />
        ) : null}
        {error ? (
          <Banner tone="danger">
            {refusal.general.join(' ') || (Object.keys(refusal.fields).length === 0 ? messageOf(error) : null)}
            <p>{t.withoutMailCreate({ link: (text) => <Link to={`/${draft.as}s/new`}>{text}</Link> })}</p>
          </Banner>
        ) : null}
        {invitation.data ? <Sent invited={invitation.data} /> : null}
        <Row gap={2}>
          <Button type="submit" variant="primary" loading={invitation.isPending}>
            {t.sendInvitation}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {commonWords.close}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

function Sent({ invited: { email, as, id } }: { invited: Invitation & { readonly id: number | null } }) {
  const keepsMails = hasFeature(useEnvironment(), 'outbox')
  return (
    <Banner tone="success">
      {t.invitationSent({ person: () => <Link to={`/${as}s/${id ?? ''}`}>{email.trim()}</Link> })}{' '}
      {keepsMails ? t.invitationKept({ link: (text) => <Link to="/config/outbox">{text}</Link> }) : null}
    </Banner>
  )
}
