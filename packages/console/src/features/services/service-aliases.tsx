import { IconTrash } from '@tabler/icons-react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { instanceUrl } from '../../instance/send.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import type { ServiceDraft } from './draft-members.ts'
import { t } from './messages.ts'
import { hasName, isSameName } from './service-draft.ts'

interface ServiceAliasesProps {
  form: FormFields<ServiceDraft>
  /** The stored name. */
  name: string
}

/** Offers to keep the address of a service that gets another name, and lists those that were kept. */
export function ServiceAliases({ form: { draft, before, set, field }, name }: ServiceAliasesProps) {
  const environment = useEnvironment()
  if (!hasFeature(environment, 'service-aliases')) return null
  const { value: aliases, error, onChange } = field('aliases')
  const to = draft.name.trim()
  const without = (alias: string) => onChange(aliases.filter((each) => !isSameName(each, alias)))
  const kept = hasName(aliases, name)
  const old = aliases.filter((alias) => !isSameName(alias, name))
  return (
    <>
      {to !== '' && !isSameName(to, name) ? (
        <Checkbox
          label={t.keepAddress}
          help={t.keepAddressHelp({ address: instanceUrl(name) })}
          value={kept}
          {...(old.length === 0 && { error })}
          onChange={(keeps) => (keeps ? set('aliases', [...aliases, name]) : without(name))}
        />
      ) : null}
      {old.length + before.aliases.length > 0 ? (
        <section aria-label={t.oldAddresses}>
          <Text as="h3" size="sm" weight="medium">
            {t.oldAddresses}
          </Text>
          <Text tone="muted" size="sm">
            {old.length > 0 ? t.oldAddressesHelp : t.noOldAddresses}
          </Text>
          {error ? (
            <Text tone="danger" size="sm">
              {error}
            </Text>
          ) : null}
          {old.map((alias) => (
            <Row key={alias} gap={2}>
              <Text as="span" mono size="sm">
                {instanceUrl(alias)}
              </Text>
              <IconButton
                label={t.removeAddress({ name: alias })}
                danger
                size="small"
                icon={<IconTrash />}
                onClick={() => without(alias)}
              />
            </Row>
          ))}
        </section>
      ) : null}
    </>
  )
}
