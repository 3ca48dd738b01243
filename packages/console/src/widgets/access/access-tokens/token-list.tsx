import { type AccessToken, configScopes, type TokenScope, tabsIn } from '@millwright/contract/records/access-token'
import { IconTrash } from '@tabler/icons-react'
import { confirm } from '../../../confirm/confirm.ts'
import { send } from '../../../instance/send.ts'
import type { Call } from '../../../instance/transport.ts'
import { notify } from '../../../notifications/notify.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { parseWireDate } from '../../../ui/dates.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import look from '../../../ui/lines.module.css'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from '../connected-clients/client-list.module.css'
import { isEveryTab, tabLabel } from '../tab-choice/tab-choice.tsx'
import { configScopeNames } from './config-scope-names.ts'
import { tokenMessages } from './messages.ts'

interface TokenListProps {
  readonly tokens: readonly AccessToken[]
  readonly onRevoke: (token: AccessToken) => void
}

/** Access tokens with their scopes and dates, and a button to revoke each. */
export function TokenList({ tokens, onRevoke }: TokenListProps) {
  return (
    <Stack as="ul" className={classNames(look.lines, styles.list)} aria-label={tokenMessages.accessTokens}>
      {tokens.map((token) => (
        <li key={token.id} className={styles.client}>
          <Stack grow shrink>
            <Row gap={2} wrap>
              <Text as="span" breakAnywhere>
                {token.name}
              </Text>
              {hasExpired(token) ? <Badge tone="danger">{tokenMessages.expired}</Badge> : null}
            </Row>
            <Text tone="muted" size="sm" breakAnywhere>
              {scopeLabels(token.scopes).join(' · ')}
            </Text>
            <Text tone="muted" size="sm">
              <Dates token={token} />
            </Text>
          </Stack>
          <IconButton
            size="small"
            label={tokenMessages.revokeOne({ name: token.name })}
            icon={<IconTrash />}
            onClick={() => onRevoke(token)}
          />
        </li>
      ))}
    </Stack>
  )
}

function Dates({ token: { created_date, last_used_date, expires_date } }: { token: AccessToken }) {
  const created = () => <RelativeDate value={created_date} />
  return (
    <>
      {last_used_date
        ? tokenMessages.createdAndUsed({ created, used: () => <RelativeDate value={last_used_date} /> })
        : tokenMessages.createdNeverUsed({ created })}
      {' · '}
      {tokenMessages.endsThen({ ends: () => <RelativeDate value={expires_date} /> })}
    </>
  )
}

const hasExpired = ({ expires_date }: AccessToken) => (parseWireDate(expires_date)?.getTime() ?? 0) < Date.now()

function scopeLabels(scopes: readonly TokenScope[]): string[] {
  const tabs = tabsIn(scopes)
  return [
    ...configScopes.flatMap((scope) => (scopes.includes(scope) ? [configScopeNames()[scope]] : [])),
    ...(isEveryTab(tabs) ? [tokenMessages.allTabs] : tabs.map(tabLabel)),
  ]
}

/** Asks for confirmation and makes the call that revokes a token; resolves to `false` if the user cancels. */
export async function revokeToken({ name }: AccessToken, call: Call): Promise<boolean> {
  const run = async () => {
    await send(call)
  }
  const title = tokenMessages.revokeQuestion({ name })
  if (!(await confirm({ title, text: tokenMessages.revokeWarning, action: tokenMessages.revoke, danger: true, run })))
    return false
  notify({ type: 'success', title: tokenMessages.accessTokens, text: tokenMessages.tokenRevoked })
  return true
}
