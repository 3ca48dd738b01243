import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { instanceAddress } from '../../instance/send.ts'
import { CommandList } from './command-list.tsx'
import styles from './home.module.css'
import { exampleLinks, firstCalls } from './home-data.ts'
import { LinkList } from './link-list.tsx'

export function QuickstartTab() {
  const api = new URL(instanceAddress(''), window.location.href).href.replace(/\/$/, '')
  return (
    <div className={styles.page}>
      <section className={styles.part}>
        <h2>Three calls to begin with</h2>
        <p className={styles.text}>
          Every program talks to this instance in the same way: over HTTP, with a key and a token.
        </p>
        <CommandList commands={firstCalls(api, apiKeyHeader, sessionTokenHeader)} />
      </section>
      <LinkList title="Examples" links={exampleLinks} />
    </div>
  )
}
