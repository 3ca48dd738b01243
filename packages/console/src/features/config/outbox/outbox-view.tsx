import type { OutboxMail } from '@millwright/contract/records/mail'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { recordQuery } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import look from '../../../ui/entry.module.css'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { MailServerSteps } from '../../../widgets/connection/mail-server/mail-server-help.tsx'
import { DetailHeader } from '../../../widgets/explorer/split/detail-header.tsx'
import split from '../../../widgets/explorer/split/split.module.css'
import { Split } from '../../../widgets/explorer/split/split.tsx'
import { DetailBody } from '../../../widgets/explorer/split/split-parts.tsx'
import { readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { PageFoot, ReadRows } from '../entries/page-of-rows.tsx'
import { mailsInPage, mailsQuery, outboxCollection } from '../first-queries.ts'
import { t } from '../messages.ts'
import { mailLinks } from './mail-document.ts'
import { MailView } from './mail-view.tsx'
import styles from './outbox.module.css'

/** The mails that were stored because there is no mail server, and the chosen one. */
export function OutboxView({ chosen }: { chosen: string | null }) {
  const navigate = useNavigate()
  const list = useRef<HTMLElement>(null)
  const { page = 1 } = readListSearch(useSearch({ strict: false }))
  const query = useQuery(mailsQuery(page))
  const count = query.data?.count ?? null
  const toList = () => void navigate({ to: '/config/outbox', search: (now: object) => now })
  return (
    <Split
      label={t.outbox}
      chosen={chosen}
      master={list}
      head={
        <>
          <Text tone="muted" size="sm" measure>
            {t.outboxHelp}
          </Text>
          <Button size="small" icon={<IconRefresh />} loading={query.isFetching} onClick={() => void query.refetch()}>
            {tabWords.refresh}
          </Button>
        </>
      }
      list={<ReadRows query={query}>{(mails) => <MailList mails={mails} chosen={chosen} />}</ReadRows>}
      foot={
        <PageFoot
          page={page}
          pages={Math.max(1, Math.ceil((count ?? 0) / mailsInPage))}
          count={count}
          names={{ one: t.aMail, many: t.mails }}
          onPage={(next) => void navigate({ to: '.', search: readListSearch({ page: next }), replace: true })}
        />
      }
      detail={
        chosen === null ? (
          <Stack justify="center" grow className={split.nothing}>
            <EmptyState title={t.chooseMail}>
              {t.outboxNote} <MailServerSteps />
            </EmptyState>
          </Stack>
        ) : (
          <ShownMail key={chosen} id={chosen} onBack={toList} />
        )
      }
    />
  )
}

function MailList({ mails, chosen }: { mails: readonly OutboxMail[]; chosen: string | null }) {
  if (mails.length === 0) return <p className={split.note}>{t.outboxEmpty}</p>
  return (
    <ul className={split.list}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <Link
            to={`/config/outbox/${mail.id}`}
            search={(now: object) => now}
            preload={false}
            className={classNames(look.entry, split.row)}
            aria-current={mail.id === chosen ? 'page' : undefined}
          >
            <Stack as="span" grow shrink>
              <Text as="span" truncate title={mail.subject}>
                {mail.subject || t.noSubject}
              </Text>
              <Text as="span" truncate className={split.second} title={mail.to}>
                {mail.to}
              </Text>
            </Stack>
            <span className={split.mark}>
              <RelativeDate value={mail.date} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ShownMail({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error } = useQuery(recordQuery(outboxCollection, id))
  const mail = data?.record
  return (
    <>
      <DetailHeader title={mail ? mail.subject || t.noSubject : t.mail} many={t.mails} onBack={onBack} />
      <DetailBody gap={5}>
        {error ? (
          <Banner tone="danger" title={t.mailFailed}>
            {messageOf(error)}
          </Banner>
        ) : mail ? (
          <>
            <dl className={styles.facts}>
              <Text as="dt" tone="muted">
                {t.recipients}
              </Text>
              <dd>{mail.to}</dd>
              <Text as="dt" tone="muted">
                {t.kept}
              </Text>
              <dd>
                <RelativeDate value={mail.date} />
              </dd>
            </dl>
            <MailLinkList links={mailLinks(mail.body_html, mail.body_text)} />
            <MailView subject={mail.subject} html={mail.body_html} text={mail.body_text} />
          </>
        ) : (
          <Skeleton lines={8} />
        )}
      </DetailBody>
    </>
  )
}

/** The URLs in a mail, to follow and to copy. */
function MailLinkList({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <Stack as="section" gap={2} className={styles.links} aria-labelledby="mail-links">
      <h3 id="mail-links">{links.length === 1 ? t.mailLink : t.mailLinks}</h3>
      <Text tone="muted" size="sm" measure>
        {t.invitationLinkHelp}
      </Text>
      <ul>
        {links.map((link) => (
          <Row key={link} as="li" gap={3} rowGap={2} wrap className={styles.link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link}
            </a>
            <CopyTextButton size="small" text={link}>
              {t.copyLink}
            </CopyTextButton>
          </Row>
        ))}
      </ul>
    </Stack>
  )
}
