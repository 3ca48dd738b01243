import type { ServiceType } from '@millwright/contract/wire/services'
import { Fragment, useState } from 'react'
import { hasTables } from '../../../instance/group-services.ts'
import { Pair, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import {
  type DatabaseAddress,
  readDatabaseAddress,
} from '../../../widgets/connection/database-address/database-address.ts'
import { configKey } from '../draft-members.ts'
import styles from './config.module.css'
import { ConfigControl } from './config-control.tsx'
import type { ConfigField } from './config-field.ts'
import { formValue, settingText } from './config-value.ts'
import { t } from './messages.ts'
import { ScriptSettings, SpreadsheetSettings } from './script/script-settings.tsx'
import type { SettingsProps } from './settings-props.ts'

/** The settings of a service, grouped if there are many. */
export function ConfigForm(props: SettingsProps) {
  const { type, fields, errors } = props
  const parts = configParts(type, fields)
  const [opened, setOpened] = useState(false)
  const wrong = parts.advanced.some(({ name }) => errors[configKey(name)])
  if (fields.length === 0)
    return (
      <Text tone="muted" size="sm" measure preLine>
        {t.noSettings}
      </Text>
    )
  return (
    <Stack gap={4} className={styles.form}>
      {parts.script ? <ScriptSettings {...props} /> : null}
      {parts.spreadsheet ? <SpreadsheetSettings {...props} /> : null}
      {parts.caching.length > 0 ? <h3 className={styles.heading}>{t.basicConfig}</h3> : null}
      {parts.caching.length > 0 ? (
        <Pair className={styles.connection}>
          <Controls {...props} fields={parts.basic} />
        </Pair>
      ) : (
        accountSections(type, parts.basic).map(({ title, fields }) =>
          title === null ? (
            <Controls key="" {...props} fields={fields} />
          ) : (
            <Fragment key={title}>
              <h3 className={styles.heading}>{title}</h3>
              <Stack role="group" aria-label={title} gap={4}>
                <Controls {...props} fields={fields.filter((field) => !isMail(field))} />
                <Pair>
                  <Controls {...props} fields={fields.filter(isMail)} />
                </Pair>
              </Stack>
            </Fragment>
          ),
        )
      )}
      {parts.caching.length > 0 ? (
        <>
          <h3 className={styles.heading}>{t.caching}</h3>
          <Controls {...props} fields={parts.caching} />
        </>
      ) : null}
      {parts.advanced.length > 0 ? (
        // A group with an error opens, and stays open after it is corrected.
        <details
          className={styles.advanced}
          open={opened || wrong}
          onToggle={(event) => setOpened(event.currentTarget.open)}
        >
          <summary>{t.optionalAdvancedSettings}</summary>
          <Stack gap={4} className={styles.form}>
            <Controls {...props} fields={parts.advanced} />
          </Stack>
        </details>
      ) : null}
    </Stack>
  )
}

function Controls({ fields, values, errors, set }: SettingsProps) {
  /** A URL pasted into the host field fills in the other settings too. */
  const fillIn = ({ config }: DatabaseAddress) => {
    for (const field of fields) {
      const said = config[field.name]
      if (said !== undefined) set(configKey(field.name), formValue(field, said))
    }
  }
  return fields.map((field) => {
    const member = configKey(field.name)
    return (
      <div key={field.name} data-setting={field.name}>
        <ConfigControl
          field={field}
          value={values[member]}
          error={errors[member]}
          onChange={(value) => {
            const address = field.name === 'host' ? readDatabaseAddress(settingText(value)) : null
            if (address) return fillIn(address)
            set(member, value)
            const dsn = dsnOf(field, value)
            if (dsn !== null && fields.some(({ name }) => name === 'dsn')) set(configKey('dsn'), dsn)
          }}
        />
      </div>
    )
  })
}

/** Choosing a driver sets the DSN of its databases. */
function dsnOf(field: ConfigField, value: unknown): string | null {
  if (field.kind !== 'choice' || field.name !== 'driver') return null
  return field.options.find((option) => option.value === value)?.dsn ?? null
}

/** How the settings of a service type are distributed in its form. */
interface ConfigParts {
  /** Essential settings. */
  readonly basic: readonly ConfigField[]
  readonly caching: readonly ConfigField[]
  /** Settings that are rarely changed; collapsed at first. */
  readonly advanced: readonly ConfigField[]
  /** A script and its source have a section of their own. */
  readonly script: boolean
  /** The upload of a spreadsheet has a section of its own. */
  readonly spreadsheet: boolean
}

/** The settings of a database connection, in the usual order. */
const connection = ['account', 'host', 'port', 'database', 'schema', 'username', 'password', 'private_key', 'dsn']
const linking = new Set(['storage_service_id', 'storage_path', 'scm_repository', 'scm_reference'])

function configParts(type: ServiceType, fields: readonly ConfigField[]): ConfigParts {
  const has = (name: string) => fields.some((field) => field.name === name)
  const script = has('content') && has('storage_service_id')
  const spreadsheet = has('storage_container') && has('storage_service_id')
  const plain = fields.filter(({ name }) => {
    if (script && (name === 'content' || linking.has(name))) return false
    return !(spreadsheet && (name === 'storage_container' || name === 'storage_service_id'))
  })
  const parted = hasTables(type.group) && plain.some(({ name }) => connection.includes(name))
  if (!parted) return { basic: plain, caching: [], advanced: [], script, spreadsheet }
  const isCaching = ({ name }: ConfigField) => /cache|caching/.test(name)
  const isBasic = (field: ConfigField) =>
    !isCaching(field) && (field.required || (connection.includes(field.name) && !isOtherSchema(type, field)))
  return {
    basic: plain.filter(isBasic).sort((a, b) => placeOf(a) - placeOf(b)),
    caching: plain.filter(isCaching),
    advanced: plain.filter((field) => !isBasic(field) && !isCaching(field)),
    script,
    spreadsheet,
  }
}

function placeOf({ name }: ConfigField): number {
  const place = connection.indexOf(name)
  return place < 0 ? connection.length : place
}

/** Whether the field is a schema that equals the database for this type, and is therefore rarely needed. */
function isOtherSchema({ name }: ServiceType, field: ConfigField): boolean {
  return field.name === 'schema' && (name === 'mysql' || name === 'mariadb')
}

/** Settings below a heading; `null` for those without one. */
interface ConfigSection {
  readonly title: string | null
  readonly fields: readonly ConfigField[]
}

const programs = {
  names: /^program_/,
  title: t.programs,
}

/** What the settings of the services for accounts are about, by the beginnings of their names. */
const subjects = [
  {
    names: /^(allow_open_registration$|open_reg_|app_role_map$)/,
    title: t.registration,
  },
  {
    names: /^invite_/,
    title: t.invitations,
  },
  {
    names: /^(password|change)_email_/,
    title: t.passwords,
  },
  {
    names: /^access_email_/,
    title: t.accessRequests,
  },
]

/**
 * The settings of the services for accounts, by what they are about, with labels that do not repeat the heading. In other services, only those
 * for programs are below one.
 */
export function accountSections({ name }: Pick<ServiceType, 'name'>, fields: readonly ConfigField[]): ConfigSection[] {
  const used = name === 'user' || name === 'system' ? subjects : [programs]
  const others = fields.filter((field) => !used.some(({ names }) => names.test(field.name)))
  const named = used.map(({ names, title }) => ({
    title,
    fields: fields.filter((field) => names.test(field.name)).map((field) => ({ ...field, label: shortLabel(field) })),
  }))
  return [{ title: null, fields: others }, ...named].filter((section) => section.fields.length > 0)
}

/** Whether a setting is about the mails of a section, which stand side by side. */
function isMail({ name }: ConfigField): boolean {
  return name.includes('_email_')
}

function shortLabel({ name, label }: ConfigField): string {
  switch (name) {
    case 'program_accounts':
      return t.accounts
    case 'program_audiences':
      return t.audiences
    case 'program_issuers':
      return t.issuers
    case 'program_algorithms':
      return t.algorithms
  }
  if (name === 'open_reg_role_id') return t.roleEverywhere
  if (name === 'app_role_map') return t.rolesByApp
  if (name === 'change_email_template_id') return label
  if (name.endsWith('_email_service_id')) return t.emailService
  return name.endsWith('_email_template_id') ? t.emailTemplate : label
}
