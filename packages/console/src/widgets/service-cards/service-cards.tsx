import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import card from '../../ui/card.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { t } from './messages.ts'

interface CardService {
  readonly name: string
  readonly label?: string | null
  readonly type: string
}

interface ServiceCardsProps {
  services: readonly CardService[]
  icon: ReactNode
  /** What all of them are: `file service`. */
  noun: string
  /** What the address names although there is no such service. */
  missing: string | null
  addressOf: (name: string) => { readonly to: string; readonly search?: Readonly<Record<string, string>> }
  /** Said when there is none. */
  empty: { readonly title: string; readonly text: string }
}

/** The services of a tab that a person may reach, each leading into it. */
export function ServiceCards({ services, icon, noun, missing, addressOf, empty }: ServiceCardsProps) {
  return (
    <>
      {missing === null ? null : (
        <Banner tone="warning" title={t.thereIsNone({ noun, name: missing })}>
          {t.itMayHaveBeenDeleted}
        </Banner>
      )}
      {services.length === 0 ? (
        <EmptyState icon={icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : (
        <ul className={card.cards} aria-label={t.many({ noun: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}` })}>
          {services.map(({ name, label, type }) => (
            <li key={name}>
              <Link {...addressOf(name)} className={card.card} preload={false}>
                {icon}
                <span className={card.words}>
                  <span className={card.title}>{label || name}</span>
                  <span className={card.note}>
                    <code>{name}</code>
                    {type === '' ? null : ` · ${type}`}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
