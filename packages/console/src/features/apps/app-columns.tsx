import { secretMask } from '@millwright/contract/records/lookup'
import { shippedText } from '../../instance/shipped-names.ts'
import { webAddress } from '../../instance/web-address.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { ColumnOf } from '../../widgets/records/list-declaration/declaration.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'

export type ListedApp = { readonly [field: string]: unknown }

export function appName({ name, id }: ListedApp): string {
  return typeof name === 'string' && name !== '' ? name : t.appNumber({ id: String(id) })
}

/** Whether the instance does not show the API key to this person. */
export function hidesKey({ api_key: key }: ListedApp): boolean {
  return key === secretMask
}

/** Returns the URL at which an app is launched; `null` if it has none, or none on the web. */
export function launchOf({ launch_url: address }: ListedApp): string | null {
  return webAddress(typeof address === 'string' ? address : null)
}

/** `comparesKeys`: whether the list can be sorted and filtered by API keys, which takes full access. `hasEnds`: whether keys can end. */
export function appColumns(comparesKeys: boolean, hasEnds: boolean): readonly ColumnOf<'system/app', ListedApp>[] {
  return [
    { field: 'id', label: 'ID', kind: 'number', width: 64 },
    {
      field: 'name',
      label: tabWords.name,
      kind: 'text',
      width: 200,
      grow: true,
      narrow: true,
      link: true,
    },
    {
      field: 'role_id',
      label: tabWords.role,
      kind: 'text',
      width: 132,
      filterable: false,
      text: roleName,
    },
    {
      field: 'api_key',
      label: t.apiKey,
      kind: 'text',
      width: 168,
      mono: true,
      sortable: comparesKeys,
      filterable: comparesKeys,
      render: (app) =>
        typeof app.api_key === 'string' ? (
          <Row as="span" gap={1}>
            <Text as="span" truncate grow shrink>
              {app.api_key}
            </Text>
            {hidesKey(app) ? null : (
              <CopyButton what={t.apiKeyTitle({ name: appName(app) })} text={app.api_key} tabIndex={-1} />
            )}
          </Row>
        ) : null,
    },
    {
      field: 'description',
      label: tabWords.description,
      kind: 'text',
      width: 224,
      grow: true,
      text: ({ name, description }) => String(shippedText(String(name), description) ?? ''),
    },
    {
      field: 'is_active',
      label: tabWords.active,
      kind: 'boolean',
      width: 72,
      narrow: true,
    },
    ...(hasEnds ? [{ field: 'expires_at', label: t.ends, kind: 'date', width: 112 } as const] : []),
    {
      field: 'launch_url',
      label: t.launchAddressColumn,
      kind: 'text',
      width: 240,
      hidden: true,
      sortable: false,
      filterable: false,
    },
    {
      field: 'created_date',
      label: t.createdDate,
      kind: 'date',
      width: 130,
      hidden: true,
    },
    {
      field: 'last_modified_date',
      label: tabWords.modified,
      kind: 'date',
      width: 130,
      hidden: true,
    },
  ]
}

function roleName({ role_by_role_id: role, role_id: id }: ListedApp): string {
  if (typeof role === 'object' && role !== null && 'name' in role && typeof role.name === 'string') return role.name
  return typeof id === 'number' ? t.roleNumber({ id }) : ''
}
