import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '../../../instance/browser-session.ts'
import { useEnvironment } from '../../../instance/environment.ts'
import { useLicence } from '../../../instance/licence.ts'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Text } from '../../../ui/text.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from '../messages.ts'
import { type InfoLine, infoText, type SystemInfo, systemInfo } from './system-info.ts'
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
        aria-pressed={shown}
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
