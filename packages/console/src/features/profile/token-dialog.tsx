import type { AccessTab } from '@millwright/contract/access/tabs'
import { configScopes, type TokenScope, tokenDays, tokenScopes } from '@millwright/contract/access/token-scopes'
import type { NewAccessToken } from '@millwright/contract/records/access-token'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { isRestricted } from '../../instance/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { t as tokenMessages } from '../../widgets/access-tokens/messages.ts'
import { TabChoice } from '../../widgets/tab-choice/tab-choice.tsx'
import { offeredTabs, tabsOfRoleQuery } from '../../widgets/tab-choice/tabs.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { profileMessages } from './messages.ts'
import { twoStepQuery } from './two-step/two-step-section.tsx'

interface TokenDialogProps {
  readonly onMade: (token: NewAccessToken) => void
  readonly onClose: () => void
}

const lives = [7, 30, tokenDays.usual, 180, tokenDays.most]

/** Asks for the name, the life and the scopes of a new access token. */
export function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const environment = useEnvironment()
  const { own, isFull } = useOwnTabs()
  const hasPassword = useQuery({ ...twoStepQuery, enabled: hasFeature(environment, 'two-step') }).data?.password ?? true
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(tokenDays.usual))
  const [config, setConfig] = useState<readonly TokenScope[]>([])
  const [tabs, setTabs] = useState<readonly AccessTab[]>([])
  const [password, setPassword] = useState('')
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const scopes = tokenScopes.filter((scope) => [...config, ...tabs].includes(scope))

  const go = async () => {
    if (running) return
    if (name.trim() === '') return setProblem(profileMessages.isRequired({ label: tabWords.name }))
    if (scopes.length === 0) return setProblem(profileMessages.scopeMissing)
    if (hasPassword && password === '') return setProblem(profileMessages.currentPasswordMissing)
    setRunning(true)
    setProblem(null)
    try {
      const body = { name: name.trim(), scopes, expires_in_days: Number(days), current_password: password }
      onMade((await send({ verb: 'POST', path: 'user/access_token', body })).data)
    } catch (error) {
      setProblem(messageOf(error))
      setPassword('')
      setRunning(false)
    }
  }

  return (
    <FormDialog
      title={profileMessages.newToken}
      size="medium"
      action={commonWords.create}
      running={running}
      problem={problem}
      onDismiss={() => setProblem(null)}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <TextField
        label={tabWords.name}
        help={profileMessages.tokenNameHelp}
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <SelectField
        label={profileMessages.tokenLife}
        value={days}
        onChange={setDays}
        options={lives.map((count) => ({
          value: String(count),
          label: count === tokenDays.most ? profileMessages.oneYear : profileMessages.days({ count }),
        }))}
      />
      <Stack as="section" gap={3} aria-labelledby="token-scopes">
        <Stack>
          <h3 id="token-scopes">{profileMessages.tokenScopes}</h3>
          <Text tone="muted" size="sm">
            {profileMessages.tokenScopesHelp}
          </Text>
        </Stack>
        {isFull
          ? configScopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scope === 'config:plan' ? tokenMessages.planConfig : tokenMessages.applyConfig}
                value={config.includes(scope)}
                onChange={(on) => setConfig(on ? [...config, scope] : config.filter((each) => each !== scope))}
              />
            ))
          : null}
        <Text tone="muted" size="sm">
          {profileMessages.tabs}
        </Text>
        <TabChoice offered={own} tabs={tabs} onChange={setTabs} />
      </Stack>
      {hasPassword ? (
        <PasswordField
          label={profileMessages.currentPassword}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
      ) : null}
    </FormDialog>
  )
}

/** The tabs that the signed-in administrator has, and whether they are not restricted to them. */
function useOwnTabs(): { own: readonly AccessTab[]; isFull: boolean } {
  const environment = useEnvironment()
  const user = useUser()
  const role = user !== null && isRestricted(user) ? user.role_id : null
  const granted = useQuery({ ...tabsOfRoleQuery(role ?? 0), enabled: role !== null }).data ?? []
  return role === null
    ? { own: offeredTabs((feature) => hasFeature(environment, feature)), isFull: true }
    : { own: granted, isFull: false }
}
