import { type Environment, type ScriptWeakness, scriptWeaknesses } from '@millwright/contract/wire/environment'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../../../instance/browser-session.ts'
import { useEnvironment } from '../../../instance/environment.ts'
import { type Licence, useLicence } from '../../../instance/licence.ts'
import { consoleVersion } from '../../../instance/product.ts'
import { list } from '../../../language/format.ts'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import styles from './system-info-view.module.css'

/** Information about the instance. */
export function SystemInfoView() {
  const environment = useEnvironment()
  const isAdmin = useUser()?.is_sys_admin ?? false
  const [revealed, setRevealed] = useState(false)
  const info = systemInfo({ environment, isAdmin, subscription: useLicence() })
  return (
    <>
      <div>
        <CopyTextButton text={infoText(info, revealed)}>{t.copyText}</CopyTextButton>
      </div>
      <div className={styles.groups}>
        {info.groups.map(({ title, lines }) => (
          <section key={title} className={styles.group} aria-label={title}>
            <h2 className={styles.title}>{title}</h2>
            <dl className={styles.lines}>
              {lines.map((line) => (
                <div key={line.label} className={styles.line}>
                  <Text as="dt" tone="muted">
                    {line.label}
                  </Text>
                  <dd>{line.secret ? <Secret line={line} shown={revealed} onShow={setRevealed} /> : line.value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {info.packages ? <Packages packages={info.packages} /> : null}
      </div>
    </>
  )
}

function Secret({ line, shown, onShow }: { line: InfoLine; shown: boolean; onShow: (shown: boolean) => void }) {
  return (
    <span className={styles.secret}>
      <span>{shown ? line.value : '••••••••'}</span>
      <IconButton
        size="small"
        label={`${shown ? t.hide : tabWords.show}: ${line.label}`}
        icon={shown ? <IconEyeOff /> : <IconEye />}
        onClick={() => onShow(!shown)}
      />
    </span>
  )
}

function Packages({ packages }: { packages: NonNullable<SystemInfo['packages']> }) {
  return (
    <section className={styles.group} aria-label={t.installedPackages}>
      <h2 className={styles.title}>{t.installedPackages}</h2>
      {packages.error === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <div className={styles.packages} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{tabWords.name}</th>
                <th scope="col">{t.version}</th>
              </tr>
            </thead>
            <tbody>
              {packages.list.map(({ name, version }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td>{version}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className={styles.error}>{t.error({ error: packages.error })}</p>
      )}
    </section>
  )
}

/** One line of the system information. */
interface InfoLine {
  readonly label: string
  readonly value: string
  /** Hidden until revealed by the user. */
  readonly secret?: boolean
}

interface InfoGroup {
  readonly title: string
  readonly lines: readonly InfoLine[]
}

interface InstalledPackage {
  readonly name: string
  readonly version: string
}

interface SystemInfo {
  readonly groups: readonly InfoGroup[]
  /** `null` if packages are not reported. */
  readonly packages: { readonly list: readonly InstalledPackage[]; readonly error: string | null } | null
}

interface InfoParts {
  readonly environment: Environment
  /** System administrators see more than other users. */
  readonly isAdmin: boolean
  /** `null` if none is known. */
  readonly subscription: Pick<Licence, 'state' | 'renewalDate'> | null
}

/** Returns lines about the instance, its server and its client; data that the instance does not report is omitted. */
export function systemInfo({ environment, isAdmin, subscription }: InfoParts): SystemInfo {
  const groups = [
    { title: t.instance, lines: instanceLines({ environment, isAdmin, subscription }) },
    { title: t.server, lines: isAdmin ? serverLines(environment) : [] },
    { title: t.client, lines: clientLines(environment) },
  ]
  return {
    groups: groups.filter(({ lines }) => lines.length > 0),
    packages: isAdmin ? packagesOf(environment) : null,
  }
}

function instanceLines({ environment, isAdmin, subscription }: InfoParts): InfoLine[] {
  const { platform = {} } = environment
  const subscribed = platform.license === 'GOLD' || platform.license === 'SILVER'
  return [
    ...line(t.licenseLevel, platform.license),
    ...(subscribed
      ? [
          ...line(t.licenseKey, platform.license_key || undefined, true),
          ...line(t.subscriptionStatus, subscription?.state),
          ...line(t.subscriptionExpirationDate, subscription?.renewalDate),
        ]
      : []),
    ...line(t.version, platform.version),
    ...(platform.version ? line(t.compatibility, consoleVersion) : []),
    ...(isAdmin
      ? [
          ...line(t.systemDatabase, platform.db_driver),
          ...line(t.sqliteStorage, platform.db_driver === 'sqlite' ? platform.sqlite_storage : undefined),
          ...line(t.installPath, platform.install_path),
          ...line(t.logPath, platform.log_path),
          ...line(t.logMode, platform.log_mode),
          ...line(t.logLevel, platform.log_level),
          ...line(t.cacheDriver, platform.cache_driver),
          ...line(t.cachePath, platform.cache_driver === 'file' ? platform.cache_path : undefined),
          ...line(t.demo, platform.bitnami_demo),
          ...line(t.instanceId, platform.df_instance_id),
        ]
      : []),
  ]
}

function serverLines({ server = {}, php, runtime }: Environment): InfoLine[] {
  return [
    ...line(t.operatingSystem, server.server_os),
    ...line(t.release, server.release),
    ...line(t.version, server.version),
    ...line(t.host, server.host),
    ...line(t.machine, server.machine),
    ...line(t.phpVersion, php?.core?.php_version),
    ...line(t.phpServerApi, php?.general?.server_api),
    ...line(t.runtime, [runtime?.name, runtime?.version].filter(Boolean).join(' ')),
    ...line(t.serverApi, runtime?.server_api),
    ...line(t.scriptIsolation, isolationOf(runtime?.script_weaknesses)),
  ]
}

/** What scripts could do if their interpreter had a fault; `undefined` if the server does not say. */
function isolationOf(weaknesses: unknown): string | undefined {
  if (!Array.isArray(weaknesses)) return undefined
  if (weaknesses.length === 0) return t.isolationComplete
  const deeds: Readonly<Record<ScriptWeakness, string>> = {
    processes: t.outliving,
    network: t.networkUse,
    data_folder: t.dataFolderAccess,
  }
  const known = scriptWeaknesses.filter((each) => weaknesses.includes(each)).map((each) => deeds[each])
  const unknown = weaknesses.map(String).filter((each) => !Object.hasOwn(deeds, each))
  return t.isolationWeaker({ deeds: list([...known, ...unknown]) })
}

function clientLines({ client = {} }: Environment): InfoLine[] {
  return [
    ...line(t.userAgent, client.user_agent),
    ...line(t.ipAddress, client.ip_address),
    ...line(t.locale, client.locale),
  ]
}

/** Returns a line, or none if the value is empty; servers may return any type here. */
function line(label: string, value: unknown, secret = false): InfoLine[] {
  if (typeof value === 'boolean') return [{ label, value: value ? tabWords.yes : tabWords.no }]
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return []
  return [{ label, value: String(value), ...(secret && { secret }) }]
}

function packagesOf({ platform }: Environment): SystemInfo['packages'] {
  const packages = platform?.packages
  if (packages === undefined || packages === null) return null
  if (!Array.isArray(packages)) return { list: [], error: packages.error }
  const list = packages.filter(({ name }) => Boolean(name))
  return list.length > 0 ? { list, error: null } : null
}

const mask = '••••••••'

/** Returns the information as text to copy; secrets only if they are revealed. */
export function infoText({ groups, packages }: SystemInfo, revealed: boolean): string {
  const shown = groups.map(({ title, lines }) => [
    title,
    ...lines.map(({ label, value, secret }) => `${label}: ${secret && !revealed ? mask : value}`),
  ])
  const installed = packages
    ? [
        [
          t.installedPackages,
          ...packages.list.map(({ name, version }) => `${name}: ${version}`),
          ...errorLine(packages),
        ],
      ]
    : []
  return [...shown, ...installed].map((lines) => lines.join('\n')).join('\n\n')
}

function errorLine({ error }: NonNullable<SystemInfo['packages']>): string[] {
  return error === null ? [] : [t.error({ error })]
}
