import type { ServiceType } from '@millwright/contract/wire/services'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { hasTables } from '../../instance/group-services.ts'
import { instanceUrl } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DeactivationWarning } from '../../widgets/charts/usage/switching-off.tsx'
import { nameFor } from '../../widgets/connection/database-address/database-address.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import type { ServiceDraft } from './draft-members.ts'
import { t } from './messages.ts'
import { hasName, isPlainName, isSameName } from './service-draft.ts'
import { ServiceLinks } from './service-links.tsx'
import styles from './services.module.css'
import { TypeCard } from './types/type-about.tsx'
import { isAvailable, typeLabel } from './types/type-list.ts'

interface ServiceInfoProps {
  type: ServiceType
  form: FormFields<ServiceDraft>
  /** The stored service, or `null` for a new one. */
  stored: { readonly id: number; readonly name: string } | null
  /** Chooses another type; absent if the type is fixed. */
  onOtherType?: (() => void) | undefined
}

/** Names, description and active state of a service. */
export function ServiceInfo({ type, form, stored, onOtherType }: ServiceInfoProps) {
  const { draft, set, field } = form
  /** Whether the name of a new service still follows the label. */
  const [follows, setFollows] = useState(stored === null && draft.name === '')
  const odd = draft.name !== '' && !isPlainName(draft.name)
  const address = instanceUrl(draft.name || '…')
  const warn = () => {
    if (odd) notify({ type: 'warning', title: t.module, text: t.badName, tag: 'service-name' })
  }
  return (
    <div className={styles.info}>
      <TypeCard type={type} onOther={onOtherType} />
      {isAvailable(type) ? null : (
        <Banner tone="warning" title={t.cannotRun({ type: typeLabel(type) })}>
          {type.unavailable_reason ? `${type.unavailable_reason} ` : ''}
          {t.requestsAreRejected}
        </Banner>
      )}
      <TextField
        {...field('label')}
        label={t.label}
        required
        maxLength={80}
        help={t.labelHelp}
        onChange={(label) => {
          set('label', label)
          if (follows) set('name', nameFor(label))
        }}
      />
      <TextField
        {...field('name')}
        label={t.namespace}
        required
        mono
        spellCheck={false}
        autoComplete="off"
        maxLength={40}
        help={odd ? t.badName : t.nameHelp({ address })}
        onChange={(name) => {
          setFollows(name === '' && stored === null)
          set('name', name)
          // The name is kept already.
          if (stored !== null && isSameName(name.trim(), stored.name) && hasName(draft.aliases, name.trim()))
            set('aliases', form.before.aliases)
        }}
        onBlur={warn}
      />
      {stored ? <ServiceAliases form={form} name={stored.name} /> : null}
      <TextField {...field('description')} label={tabWords.description} maxLength={255} />
      <Checkbox {...field('is_active')} label={tabWords.active} help={t.activeHelp} />
      <DeactivationWarning
        collection="system/service"
        ids={stored !== null && form.before.is_active && !draft.is_active ? [stored.id] : []}
      />
      {stored ? <ServiceLinks id={stored.id} name={stored.name} database={hasTables(type.group)} /> : null}
    </div>
  )
}

interface ServiceAliasesProps {
  form: FormFields<ServiceDraft>
  /** The stored name. */
  name: string
}

/** Offers to keep the address of a service that gets another name, and lists those that were kept. */
function ServiceAliases({ form: { draft, before, set, field }, name }: ServiceAliasesProps) {
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
