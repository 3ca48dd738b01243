import type { AccessTab } from '@millwright/contract/access/tabs'
import {
  configScopes,
  type NewAccessToken,
  type TokenScope,
  tokenDays,
  tokenScopes,
} from '@millwright/contract/records/access-token'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { isRestricted } from '../../instance/session.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { configScopeNames } from '../../widgets/access/access-tokens/config-scope-names.ts'
import { tokenMessages } from '../../widgets/access/access-tokens/messages.ts'
import { offeredTabs, TabChoice, tabsOfRoleQuery } from '../../widgets/access/tab-choice/tab-choice.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { profileMessages } from './messages.ts'
import { PasswordDialog } from './password-dialog.tsx'
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
  const [days, setDays] = useState(String(tokenDays.usual))
  const [config, setConfig] = useState<readonly TokenScope[]>([])
  const [tabs, setTabs] = useState<readonly AccessTab[]>([])
  const scopes = tokenScopes.filter((scope) => [...config, ...tabs].includes(scope))

  return (
    <PasswordDialog
      title={profileMessages.newToken}
      size="medium"
      action={commonWords.create}
      nameLabel={tabWords.name}
      nameHelp={profileMessages.tokenNameHelp}
      hasPassword={hasPassword}
      problemIn={() => (scopes.length === 0 ? profileMessages.scopeMissing : null)}
      run={async ({ name, password }) => {
        const body = { name, scopes, expires_in_days: Number(days), current_password: password }
        onMade((await send({ verb: 'POST', path: 'user/access_token', body })).data)
      }}
      onClose={onClose}
    >
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
        {isFull ? <ConfigScopes chosen={config} onChange={setConfig} /> : null}
        <Text tone="muted" size="sm">
          {profileMessages.tabs}
        </Text>
        <TabChoice offered={own} tabs={tabs} onChange={setTabs} />
      </Stack>
    </PasswordDialog>
  )
}

interface ConfigScopesProps {
  readonly chosen: readonly TokenScope[]
  readonly onChange: (scopes: readonly TokenScope[]) => void
}

/** The scope for what runs later extends that for applies. */
function ConfigScopes({ chosen, onChange }: ConfigScopesProps) {
  const applies = chosen.includes('config:apply')
  const offered = configScopes.filter((scope) => scope !== 'config:programs' || applies)
  return offered.map((scope) => (
    <Checkbox
      key={scope}
      label={configScopeNames()[scope]}
      help={scope === 'config:programs' ? tokenMessages.programsHelp : undefined}
      value={chosen.includes(scope)}
      onChange={(on) => {
        const others = chosen.filter((each) => each !== scope)
        if (on) onChange([...others, scope])
        else onChange(scope === 'config:apply' ? others.filter((each) => each !== 'config:programs') : others)
      }}
    />
  ))
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
